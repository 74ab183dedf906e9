import { expect, type Page } from '@playwright/test'
import type { Notification } from '#contract/notifications.ts'
import { notificationsLink } from './navigation.ts'

/** Opens a page and waits until it receives live updates. */
export async function openWithLiveUpdates(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/api/events'))
  await page.goto(path)
  expect((await stream).status()).toBe(200)
}

/**
 * Holds the live updates of a page back until the returned function sends it a notification that was read earlier, as
 * one that is still under way while its reader acts. It returns when the page has received it.
 */
export async function holdLiveUpdates(page: Page): Promise<(late: Notification) => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<string>()
  await page.route(/\/api\/events/, async (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: await promise }),
  )
  return async (late) => {
    const events = [`event: notification\ndata: ${JSON.stringify(late)}`, 'event: unread\ndata: {"unread_count":77}']
    resolve(events.map((event) => `${event}\n\n`).join(''))
    await expect(notificationsLink(page)).toHaveAccessibleName('Notifiche (77 non lette)')
  }
}
