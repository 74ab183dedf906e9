import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { openDemoWorld } from './demo-world.ts'
import { addManyPosts } from './many-posts.ts'

/** The feed at some point of the way down. */
export type ScrollRow = {
  cards: number
  /** Tasks over 50 ms since the point before, and the longest, in milliseconds. */
  longTasks: number
  longest: number
  /** Megabytes after a collection. */
  heapMb: number
}

const milano = { latitude: 45.46417, longitude: 9.18983 }
/** Pixels of one turn of the wheel. */
const turn = 1200
/** Turns without a new card after which the feed is taken to have ended. */
const patience = 200

/**
 * How many have been on the page so far: those far from the screen are taken away. Not by role: finding that would take
 * the page longer than the scrolling does.
 */
const cardsMet = (page: Page) =>
  page.evaluate(() => {
    const { met } = window as unknown as { met: Set<unknown> }
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-post]')) met.add(dataset.post)
    return met.size
  })

/** The last thing that a page does as it begins is to keep the feed for when there is no network. */
const hasBegun = (page: Page) =>
  page.evaluate(async () => {
    const until = performance.now() + 30_000
    while (!(await caches.has('last-feed'))) {
      if (performance.now() > until) throw new Error('the page has kept no feed')
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
  })

/** Scrolls the feed with the wheel down to so many cards, and says what it cost the page. */
export async function measureScroll(many: number, points = 4): Promise<ScrollRow[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-scroll-'))
  const world = await openDemoWorld(folder)
  await addManyPosts(world.databaseUrl, path.join(folder, 'data', 'media'), many)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--js-flags=--expose-gc'],
  })
  try {
    const context = await browser.newContext({
      baseURL: world.url,
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      locale: 'it-IT',
    })
    const [name = '', value = ''] = world.cookie.split('=')
    await context.addCookies([{ name, value, url: world.url }])
    const account = (await (await context.request.get('/api/auth/get_account.php')).json()) as { user: object }
    const page = await context.newPage()
    await page.goto('/livez')
    await page.evaluate(
      ([user, { latitude, longitude }]) => {
        localStorage.setItem('user', JSON.stringify(user))
        localStorage.setItem('latitude', String(latitude))
        localStorage.setItem('longitude', String(longitude))
      },
      [account.user, milano] as const,
    )
    await page.addInitScript(() => {
      const lengths: number[] = []
      new PerformanceObserver((list) => lengths.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      })
      Object.assign(window, { takeLongTasks: () => lengths.splice(0), met: new Set() })
    })
    await page.goto('/feed')
    await page.getByRole('article').first().waitFor()
    const takeLongTasks = () =>
      page.evaluate(() => (window as unknown as { takeLongTasks: () => number[] }).takeLongTasks())
    await hasBegun(page)
    await takeLongTasks()
    await page.mouse.move(195, 420)
    const rows: ScrollRow[] = []
    for (let point = 1; point <= points; point++) {
      const goal = (many / points) * point
      for (let idle = 0, cards = 0; cards < goal && idle < patience; idle++) {
        await page.mouse.wheel(0, turn)
        await page.evaluate(
          () =>
            new Promise((resolve) => {
              requestAnimationFrame(resolve)
            }),
        )
        const now = await cardsMet(page)
        if (now > cards) idle = 0
        cards = now
      }
      const tasks = await takeLongTasks()
      const heap = await page.evaluate(() => {
        const { gc, performance } = globalThis as unknown as {
          gc: () => void
          performance: { memory: { usedJSHeapSize: number } }
        }
        gc()
        return performance.memory.usedJSHeapSize
      })
      await takeLongTasks()
      rows.push({
        cards: await cardsMet(page),
        longTasks: tasks.length,
        longest: Math.round(Math.max(0, ...tasks)),
        heapMb: Math.round(heap / 1e5) / 10,
      })
    }
    return rows
  } finally {
    await browser.close()
    await world.close()
    await rm(folder, { recursive: true, force: true })
  }
}
