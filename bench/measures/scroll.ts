import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type DemoServer, startDemoServer } from '#bench/dataset/demo-server.ts'
import { addManyPosts } from '#bench/dataset/many-posts.ts'
import { savePosition } from './saved-position.ts'

/** The feed after scrolling to some card. */
export type ScrollResult = {
  cards: number
  /** Tasks over 50 ms since the previous result, and the longest. */
  longTasks: number
  longestTaskMs: number
  /** JavaScript heap after a garbage collection. */
  heapMb: number
}

const wheelPx = 1200
/** After this many turns of the wheel without a new card the feed has ended. */
const maxIdleTurns = 200

/** Scrolls the feed with the wheel to this many cards, and measures the page at equal distances. */
export async function measureScroll(cardCount: number, resultCount = 4): Promise<ScrollResult[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-scroll-'))
  const server = await startDemoServer(folder)
  await addManyPosts(server.databaseUrl, path.join(folder, 'data', 'media'), cardCount)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--js-flags=--expose-gc'],
  })
  try {
    const page = await openFeed(browser, server)
    const results: ScrollResult[] = []
    for (let number = 1; number <= resultCount; number++) {
      await scrollToCard(page, (cardCount / resultCount) * number)
      results.push(await measurePage(page))
    }
    return results
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens the feed signed in, and waits until the page has finished loading. */
async function openFeed(browser: Browser, { url, sessionCookie }: DemoServer): Promise<Page> {
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
    Object.assign(window, { takeLongTasks: () => durations.splice(0), seenCards: new Set() })
  })
  await page.goto('/feed')
  await page.getByRole('article').first().waitFor()
  await waitForOfflineCache(page)
  await takeLongTasks(page)
  await page.mouse.move(195, 420)
  return page
}

/** Waits until the feed is in the offline cache, the last thing that a page does when it opens. */
const waitForOfflineCache = (page: Page) =>
  page.evaluate(async () => {
    const deadlineMs = performance.now() + 30_000
    while (!(await caches.has('last-feed'))) {
      if (performance.now() > deadlineMs) throw new Error('the feed was not stored in the offline cache')
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
  })

const takeLongTasks = (page: Page) =>
  page.evaluate(() => (window as unknown as { takeLongTasks: () => number[] }).takeLongTasks())

/**
 * Counts the cards rendered so far; those far from the viewport are removed again. Not by role: finding roles takes the
 * page longer than scrolling.
 */
const countSeenCards = (page: Page) =>
  page.evaluate(() => {
    const { seenCards } = window as unknown as { seenCards: Set<unknown> }
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-post]')) seenCards.add(dataset.post)
    return seenCards.size
  })

async function scrollToCard(page: Page, target: number): Promise<void> {
  for (let idleTurns = 0, cards = 0; cards < target && idleTurns < maxIdleTurns; idleTurns++) {
    await page.mouse.wheel(0, wheelPx)
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve)
        }),
    )
    const seenCards = await countSeenCards(page)
    if (seenCards > cards) idleTurns = 0
    cards = seenCards
  }
}

async function measurePage(page: Page): Promise<ScrollResult> {
  const durations = await takeLongTasks(page)
  const heapBytes = await page.evaluate(() => {
    const { gc, performance } = globalThis as unknown as {
      gc: () => void
      performance: { memory: { usedJSHeapSize: number } }
    }
    gc()
    return performance.memory.usedJSHeapSize
  })
  // The garbage collection above is not the page's.
  await takeLongTasks(page)
  return {
    cards: await countSeenCards(page),
    longTasks: durations.length,
    longestTaskMs: Math.round(Math.max(0, ...durations)),
    heapMb: Math.round(heapBytes / 1e5) / 10,
  }
}
