import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import type { Browser, Control, Tab } from './browser.ts'

/** Debian's (scripts/debian-program.mjs). */
export const firefoxPath = '/usr/bin/firefox-esr'

const controlOf = (element: ElementHandle<Element>): Control => ({
  click: () => element.click(),
  write: (text) => element.type(text),
  choose: (files) => (element as ElementHandle<HTMLInputElement>).uploadFile(...files),
})

/** Firefox gives up a navigation when the page that is left navigates, too: it is asked again, once. */
async function goto(page: Page, url: string): Promise<void> {
  const navigate = () => page.goto(url, { waitUntil: 'domcontentloaded' })
  await navigate().catch((error: unknown) => {
    if (!String(error).includes('NS_BINDING_ABORTED')) throw error
    return navigate()
  })
}

/** Starts Firefox, which is driven by WebDriver BiDi without a program between. */
export async function startFirefox(): Promise<Browser> {
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    defaultViewport: { width: 390, height: 844 },
    extraPrefsFirefox: {
      'intl.accept_languages': 'it-IT',
      'ui.prefersReducedMotion': 1,
      // A service worker of http://127.0.0.1.
      'dom.serviceWorkers.testing.enabled': true,
    },
  })
  return {
    async openTab(): Promise<Tab> {
      const context = await firefox.createBrowserContext()
      // A tab behind another is hidden, and its page waits.
      const page = await context.newPage({ type: 'window' })
      return {
        goto: (url) => goto(page, url),
        reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
        back: async () => void (await page.evaluate(() => window.history.back())),
        run: (script, input) => page.evaluate(script as never, input as never),
        async find(script, input) {
          const handle = await page.evaluateHandle(script as never, input as never)
          const element = (handle as ElementHandle).asElement()
          return element && controlOf(element as ElementHandle<Element>)
        },
        close: () => context.close(),
      }
    },
    close: () => firefox.close(),
  }
}
