import { expect, type Locator, type Page } from '@playwright/test'

/** The navigation bar, or the rail of a wide screen. */
export const mainNavigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Navigazione principale' })

export const notificationsLink = (page: Page): Locator => mainNavigation(page).getByRole('link', { name: /^Notifiche/ })

/** Waits until the browser's history has this many steps above the page (web/ui/back-closes.ts). */
async function expectLayersAbovePage(page: Page, count: number): Promise<void> {
  const openAbove = () => page.evaluate(() => (history.state as { openAbove?: number } | null)?.openAbove ?? 0)
  await expect.poll(openAbove).toBe(count)
}

/**
 * Waits until everything above the page is closed, in the browser's history too: its move back would abort a reload
 * that begins meanwhile.
 */
export async function expectNothingAbovePage(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  await expectLayersAbovePage(page, 0)
}
