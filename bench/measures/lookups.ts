import { setTimeout as wait } from 'node:timers/promises'
import { type Build, tokenOf } from '#bench/dataset/dataset.ts'
import { formatRequest, load } from '#bench/load.ts'
import type { Report } from '#bench/report.ts'
import { urlOf } from '#contract/call-paths.ts'

type MeasureInput = { builds: Build[]; seconds: number }
const viewers = Array.from({ length: 100 }, (_, index) => tokenOf(1 + index))

async function measurePath(
  report: Report,
  {
    what,
    path,
    connectionCounts,
    builds,
    seconds,
  }: MeasureInput & { what: string; path: string; connectionCounts: number[] },
): Promise<void> {
  const requests = viewers.map((token) => formatRequest(path, token))
  for (const connections of connectionCounts) {
    const targets = builds.map(({ name, url }) => ({ name, run: () => load(url, { connections, seconds, requests }) }))
    await report.measure(what, connections, targets)
  }
}

/** Some letters, a whole name, a word that thousands of places have, a typo, and what nobody is called. */
const queries = ['giu', 'giulia.rossi', 'piazza', 'coloseo', 'zzzzzz']

/** Measures searches as they are typed. */
export async function measureSearch(report: Report, input: MeasureInput): Promise<void> {
  for (const q of queries) {
    const path = urlOf('search', { q, lat: 45.46, lon: 9.19 })
    await measurePath(report, { what: `search “${q}”`, path, connectionCounts: [1], ...input })
  }
}

/** What a screen of some 1280 × 800 pixels shows. */
const italy = { west: 6, south: 36, east: 19, north: 47.5, period: 'month' }
const milano = { west: 8.97, south: 45.36, east: 9.41, north: 45.56, period: 'month' }
const mapScenes = {
  'map, cells of Italy': urlOf('getMapCells', { ...italy, zoom: 5.5 }),
  'map, cells of Milano': urlOf('getMapCells', { ...milano, zoom: 11 }),
  'map, places of Milano': urlOf('getMapPlaces', milano),
}
const countTimeoutMs = 120_000

/** Waits until the server has counted the posts, which it does after its first start on a dataset. */
async function waitForCount({ url }: Build): Promise<void> {
  const path = mapScenes['map, cells of Italy']
  for (const untilMs = performance.now() + countTimeoutMs; performance.now() < untilMs; await wait(500)) {
    const response = await fetch(url + path, { headers: { cookie: `sid=${viewers[0]}` } })
    if (((await response.json()) as { cells: unknown[] }).cells.length > 0) return
  }
  throw new Error('the posts of the map were not counted')
}

/** Measures the map's calls for the country and for a town. */
export async function measureMap(report: Report, input: MeasureInput): Promise<void> {
  for (const build of input.builds) await waitForCount(build)
  for (const [what, path] of Object.entries(mapScenes))
    await measurePath(report, { what, path, connectionCounts: [1, 32], ...input })
}
