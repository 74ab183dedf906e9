import axe from 'axe-core'
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

/**
 * Loads axe into the page unless a previous check has. `@axe-core/playwright` loads it for every run: two runs took
 * 1050 ms, now 250 the first time and 80 afterwards.
 */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

async function findViolations(page: Page, rules: string[] | null): Promise<string[]> {
  // `resultTypes` keeps axe from describing every passed check, which is fifty times as much.
  const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) }
  const violations = await page.evaluate(
    async (runOptions) => (await window.axe.run(document, runOptions)).violations,
    options,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Expects that axe finds no violation, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await loadAxe(page)
  // The code of a page may still load; index.html has a hidden heading for old browsers.
  await expect(page.locator('h1:visible').first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await finishAnimations(page)
    expect(await findViolations(page, colorScheme === 'dark' ? colourRules : null), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
