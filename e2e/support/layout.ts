import { expect, type Locator, type Page } from '@playwright/test'

/** Expects that the page is no wider than the screen, once nothing moves any more. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), new URL(page.url()).pathname)
    .toBeLessThanOrEqual(page.viewportSize()!.width)
}

/** Expects that no control falls back to the browser's own font. */
export async function expectOneFont(page: Page): Promise<void> {
  const others = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea')]
      .filter((control) => getComputedStyle(control).fontFamily !== getComputedStyle(control.parentElement!).fontFamily)
      .map((control) => control.outerHTML.slice(0, 100)),
  )
  expect(others).toEqual([])
}

/** Resolves once the browser has painted everything that is due now. */
export const waitForPaint = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Expects that a picture has arrived and could be decoded. */
export async function expectLoaded(picture: Locator): Promise<void> {
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
}
