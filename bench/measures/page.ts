import type { Report } from '#bench/results.ts'
import { measurePageLoads } from './page-load.ts'
import { measurePan } from './pan.ts'
import { measureScroll } from './scroll.ts'

/** Measures the app in a browser, with the demo community: first visits, a long scroll, and a map that is dragged. */
export async function measurePage(report: Report, { visits, cards }: { visits: number; cards: number }): Promise<void> {
  for (const result of await measurePageLoads(visits)) {
    const notes = [
      `performance ${result.performance}, accessibility ${result.accessibility}, ` +
        `best practices ${result.bestPractices}, SEO ${result.seo}`,
      `largest paint ${result.largestContentfulPaintMs} ms, blocked ${result.totalBlockingTimeMs} ms, ` +
        `shift ${result.cumulativeLayoutShift}`,
      `${result.scriptKb} kB JavaScript, ${result.stylesheetKb} kB CSS`,
    ]
    report({ section: 'page', posts: 0, name: result.page, note: notes.join('; ') })
  }
  for (const { cards: seenCards, longTasks, longestTaskMs, heapMb } of await measureScroll(cards)) {
    report({
      section: 'page',
      posts: 0,
      name: `scrolled to card ${seenCards}`,
      note: `${longTasks} tasks over 50 ms since the previous row, the longest ${longestTaskMs} ms; ${heapMb} MB heap`,
    })
  }
  for (const { name, frames, p50Ms, p99Ms, longTasks, longestTaskMs } of await measurePan()) {
    report({
      section: 'page',
      posts: 0,
      name,
      note:
        `${frames} frames while it is dragged, drawn without a graphics card: p50 ${p50Ms} ms, p99 ${p99Ms} ms; ` +
        `${longTasks} tasks over 50 ms, the longest ${longestTaskMs} ms`,
    })
  }
}
