import { defineConfig } from '@playwright/test'

const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/**
 * Chromium without windows, where it is installed: it takes a sixth less. What it has not is walked in the whole
 * browser.
 */
const shell = process.env.CHROMIUM_SHELL_PATH ?? browser
const needsAll = /push\.journey\.ts$/

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

/** A phone first: 390×844, touched. Journeys that need a desk set their own viewport. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.journey.ts',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/support/global-setup.ts',
  // One more than cores of the smallest machine: a journey waits half of its time.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    actionTimeout: 10_000,
    // Who wants less motion, in a browser without a service worker: a twelfth less to do. Where these matter, see
    // `withMotionAndServiceWorker` in e2e/support/fixtures.ts.
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    // See `attachScreenshots` in e2e/support/fixtures.ts.
    screenshot: 'off',
    // A trace of every journey, to throw away where it passes, takes a quarter of the time: TRACE=1 keeps those that
    // fail.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'push', testMatch: needsAll, use: { launchOptions: launchOptions(browser) } },
    { name: 'journeys', testIgnore: needsAll, use: { launchOptions: launchOptions(shell) } },
  ],
})
