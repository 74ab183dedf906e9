import { expect, type Page } from '@playwright/test'

/** Opens a page and waits until it receives live updates. */
export async function openWithLiveUpdates(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/api/events'))
  await page.goto(path)
  expect((await stream).status()).toBe(200)
}
