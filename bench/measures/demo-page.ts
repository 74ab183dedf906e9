import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type DemoServer, startDemoServer } from '#bench/dataset/demo-server.ts'
import { savePosition } from './saved-position.ts'

type Measurement<Result> = {
  /** Adds to the demo community. */
  prepare: (input: { databaseUrl: string; mediaDir: string }) => Promise<void>
  measure: (page: Page) => Promise<Result>
}

/** Measures the page of a phone that is signed in to a new demo server. */
export async function withDemoPage<Result>({ prepare, measure }: Measurement<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-page-'))
  const server = await startDemoServer(folder)
  await prepare({ databaseUrl: server.databaseUrl, mediaDir: path.join(folder, 'data', 'media') })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--js-flags=--expose-gc'],
  })
  try {
    return await measure(await signIn(browser, server))
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a page whose next document belongs to the signed-in app, and counts its long tasks. */
async function signIn(browser: Browser, { url, sessionCookie }: DemoServer): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'it-IT',
  })
  const [name = '', value = ''] = sessionCookie.split('=')
  await context.addCookies([{ name, value, url }])
  const account = (await (await context.request.get('/api/auth/get_account.php')).json()) as { user: object }
  const page = await context.newPage()
  await page.goto('/livez')
  await savePosition(page, account.user)
  await page.addInitScript(() => {
    const durations: number[] = []
    new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
    Object.assign(window, { takeLongTasks: () => durations.splice(0) })
  })
  return page
}

/** Returns how long each task over 50 ms took since the last call. */
export const takeLongTasks = (page: Page) =>
  page.evaluate(() => (window as unknown as { takeLongTasks: () => number[] }).takeLongTasks())

/** Resolves when the page begins its next frame. */
export const nextFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve)
      }),
  )
