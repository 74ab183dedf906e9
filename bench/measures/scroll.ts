import type { Page } from '@playwright/test'
import { addManyPosts } from '#bench/dataset/many-posts.ts'
import { nextFrame, takeLongTasks, withDemoPage } from './demo-page.ts'

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
export const measureScroll = (cardCount: number, resultCount = 4): Promise<ScrollResult[]> =>
  withDemoPage({
    prepare: (server) => addManyPosts({ ...server, count: cardCount, placeCount: 1 }),
    measure: async (page) => {
      await openFeed(page)
      const results: ScrollResult[] = []
      for (let number = 1; number <= resultCount; number++) {
        await scrollToCard(page, (cardCount / resultCount) * number)
        results.push(await measurePage(page))
      }
      return results
    },
  })

/** Opens the feed, and waits until the page has finished loading. */
async function openFeed(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { seenCards: new Set() }))
  await page.goto('/feed')
  await page.getByRole('article').first().waitFor()
  await waitForOfflineCache(page)
  await takeLongTasks(page)
  await page.mouse.move(195, 420)
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
    await nextFrame(page)
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
