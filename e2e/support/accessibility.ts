import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Finishes running transitions and animations: axe reads a wrong contrast from what is fading in. */
const finishAnimations = (page: Page) =>
  page.waitForFunction(() => {
    const running = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    for (const animation of running) animation.finish()
    return running.length === 0
  })

/** Rules whose outcome depends on colours, and so on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

async function findViolations(page: Page, rules: string[] | null): Promise<string[]> {
  // Legacy mode evaluates in the page itself: the other mode opens a second page in the user's browser.
  // `resultTypes` keeps axe from describing every passed check, which is fifty times as much.
  const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Expects that axe finds no violation, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await finishAnimations(page)
    expect(await findViolations(page, colorScheme === 'dark' ? colourRules : null), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
