import type { Page } from '@playwright/test'

type TouchPoint = { x: number; y: number }

/** Puts fingers on the screen, moves them in steps, and lifts them. @param at where they are after a share of the way. */
async function moveFingers(page: Page, at: (share: number) => TouchPoint[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: TouchPoint[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const steps = 10
  await touch('touchStart', at(0))
  for (let step = 1; step <= steps; step++) await touch('touchMove', at(step / steps))
  await touch('touchEnd', [])
  await session.detach()
}

/** Drags a finger down from the middle of the screen. @param distance in pixels. */
export const pullDown = (page: Page, distance: number): Promise<void> =>
  moveFingers(page, (share) => [{ x: 195, y: 300 + distance * share }])

/** Moves two fingers apart. @param distance of each, in pixels. */
export const spread = (page: Page, { x, y }: TouchPoint, distance: number): Promise<void> =>
  moveFingers(page, (share) => [
    { x: x - 20 - distance * share, y },
    { x: x + 20 + distance * share, y },
  ])
