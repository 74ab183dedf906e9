import type { Locator, Page } from '@playwright/test'

/** The navigation bar, or the rail of a wide screen. */
export const mainNavigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Navigazione principale' })
