import { defineConfig } from '@playwright/test'

const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** The headless shell, where it is installed: it costs a sixth less. */
const shell = process.env.CHROMIUM_SHELL_PATH ?? browser
/** Journeys about features that the shell lacks. */
const needsFullBrowser = /push\.journey\.ts$/

const launchOptions = (executablePath: string) => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

/** A phone by default: 390×844, with touch. Journeys about a wide screen set their own viewport. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.journey.ts',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/support/global-setup.ts',
  // On two cores 28 journeys took 53 s with two workers, 52 s with three and 56 s with four.
  workers: 2,
  fullyParallel: true,
  // A second attempt tells a test that loses a race on a busy machine from a fault; `npm test` names those it saved.
  retries: 1,
  forbidOnly: true,
  // The limits end what hangs. The slowest ordinary journey takes 40 s alone, and more than 120 s beside another whole
  // run of `npm test` on a slow machine, where a click may take more than 10 s. The product ends a request after 15 s.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    // Reduced motion and no service worker save a twelfth of the time. Where these matter, see
    // `withMotion` and `withMotionAndServiceWorker` in e2e/support/fixtures.ts.
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    // See `attachScreenshots` in e2e/support/fixtures.ts.
    screenshot: 'off',
    // Recording a trace of every journey takes a quarter of the time. TRACE=1 records, and keeps those of failures.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'push', testMatch: needsFullBrowser, use: { launchOptions: launchOptions(browser) } },
    { name: 'journeys', testIgnore: needsFullBrowser, use: { launchOptions: launchOptions(shell) } },
  ],
})
