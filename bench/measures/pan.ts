import type { Page } from '@playwright/test'
import { addManyPosts } from '#bench/dataset/many-posts.ts'
import { percentilesOf } from '#bench/statistics.ts'
import { connect } from '#server/database/connect.ts'
import { countMap } from '#server/map/map.actions.ts'
import { nextFrame, takeLongTasks, withDemoPage } from './demo-page.ts'

/** The frames of a map while a finger drags it. */
export type PanResult = {
  name: string
  frames: number
  p50Ms: number
  p99Ms: number
  /** Tasks over 50 ms of the page's own thread, and the longest. */
  longTasks: number
  longestTaskMs: number
}

/** More than the map lists at once. */
const placeCount = 300
const scenes = [
  {
    name: 'map, cells of Italy',
    path: '/map#5.5/42.5/12.5/month',
    shown: 'section[aria-labelledby="map-list"] button',
  },
  { name: 'map, places of Milano', path: '/map#12/45.464/9.19/month', shown: '[data-place]' },
]
const drags = 8
const stepsPerDrag = 30
const stepPx = 5

/** Drags a map to and fro, with cells and with places, and measures its frames. */
export const measurePan = (): Promise<PanResult[]> =>
  withDemoPage({
    prepare: async ({ databaseUrl, mediaDir }) => {
      await addManyPosts({ databaseUrl, mediaDir, count: 3 * placeCount, placeCount })
      const db = connect(databaseUrl, 1)
      await countMap(db)
      await db.destroy()
    },
    measure: async (page) => {
      const results: PanResult[] = []
      for (const { name, path, shown } of scenes) {
        await page.goto('about:blank')
        await page.goto(path)
        await page.locator(shown).first().waitFor()
        await takeLongTasks(page)
        results.push({ name, ...(await measureDrags(page)) })
      }
      return results
    },
  })

async function measureDrags(page: Page): Promise<Omit<PanResult, 'name'>> {
  const canvas = await page.locator('canvas').boundingBox()
  if (!canvas) throw new Error('the map has not been drawn')
  const left = { x: canvas.x + canvas.width / 4, y: canvas.y + canvas.height / 2 }
  await startFrames(page)
  for (let drag = 0; drag < drags; drag++) {
    const direction = drag % 2 === 0 ? 1 : -1
    const startX = direction === 1 ? left.x : left.x + stepsPerDrag * stepPx
    await page.mouse.move(startX, left.y)
    await page.mouse.down()
    for (let step = 1; step <= stepsPerDrag; step++) {
      await page.mouse.move(startX + direction * stepPx * step, left.y)
      await nextFrame(page)
    }
    await page.mouse.up()
  }
  const framesMs = await takeFrames(page)
  const durationsMs = await takeLongTasks(page)
  const { p50, p99 } = percentilesOf(framesMs)
  return {
    frames: framesMs.length,
    p50Ms: Math.round(p50),
    p99Ms: Math.round(p99),
    longTasks: durationsMs.length,
    longestTaskMs: Math.round(Math.max(0, ...durationsMs)),
  }
}

/** Begins to note the time from each frame of the page to the next. */
const startFrames = (page: Page) =>
  page.evaluate(() => {
    const framesMs: number[] = []
    let lastMs = performance.now()
    let isStopped = false
    const note = (nowMs: number) => {
      framesMs.push(nowMs - lastMs)
      lastMs = nowMs
      if (!isStopped) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(window, {
      takeFrames: () => {
        isStopped = true
        return framesMs.slice(1)
      },
    })
  })

const takeFrames = (page: Page) =>
  page.evaluate(() => (window as unknown as { takeFrames: () => number[] }).takeFrames())
