import type { Page } from '@playwright/test'

/** Drags a finger down from the middle of the screen. @param distance in pixels. */
export async function pullDown(page: Page, distance: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
  const startY = 300
  const steps = 10
  await touch('touchStart', startY)
  for (let step = 1; step <= steps; step++) await touch('touchMove', startY + (distance * step) / steps)
  await touch('touchEnd')
  await session.detach()
}
