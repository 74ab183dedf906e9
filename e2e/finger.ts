import type { Page } from '@playwright/test'

/** A finger put down in the middle of the screen, drawn down by so many pixels, and lifted. */
export async function pullsDown(page: Page, distance: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
  const from = 300
  const steps = 10
  await touch('touchStart', from)
  for (let step = 1; step <= steps; step++) await touch('touchMove', from + (distance * step) / steps)
  await touch('touchEnd')
  await browser.detach()
}
