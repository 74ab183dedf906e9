import { afterAll, beforeAll, expect, test } from 'vitest'
import { distanceMetres, type Point } from '#server/platform/geography.ts'
import { sql } from '#server/testing/sql.ts'
import { type IsolatedServer, startIsolatedServer } from './isolated-server.ts'
import { byRunLength, createSeededRandom } from './run-length.ts'
import { insertTown, type Town } from './town-dataset.ts'

// A spy with many accounts and spoofed positions tries to find out where others have just opened the feed. What the spy
// learns must not be better than blind guessing.

const victimCount = byRunLength({ full: 30, brief: 10 })
/** The spy asks at each of these points around the victim: a step is the hundredth of a degree that browsers send. */
const gridRadius = byRunLength({ full: 6, brief: 3 })
const asksPerPoint = byRunLength({ full: 5, brief: 2 })
const stepDegrees = 0.01
const spyCount = 8
const townSize = byRunLength({
  full: { users: 2000, posts: 20_000, followsPerUser: 10 },
  brief: { users: 400, posts: 5000, followsPerUser: 5 },
})
/**
 * The rank of a point that was guessed blindly is uniform between 0 and 1: its standard deviation is 1/√12. Blind
 * guessing leaves this interval once in 10,000 runs (3.9 deviations), and in a brief run, which happens often, once in a
 * million (5).
 */
const rankTolerance = byRunLength({ full: 3.9, brief: 5 }) / Math.sqrt(12 * victimCount)

let server: IsolatedServer
let town: Town
const random = createSeededRandom()
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
beforeAll(async () => {
  server = await startIsolatedServer()
  town = await insertTown(server.db, townSize)
}, 300_000)
afterAll(() => server.close())

const spies = () => town.users.slice(0, spyCount)
const victims = () => town.users.slice(spyCount)

type Ask = { durationMs: number; headers: string; body: string }

async function request(path: string, cookie: string): Promise<Ask> {
  const startMs = performance.now()
  const response = await fetch(server.url + path, { headers: { cookie }, signal: AbortSignal.timeout(60_000) })
  const body = await response.text()
  const durationMs = performance.now() - startMs
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  const headers = [...response.headers].filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${value}`)
  return { durationMs, headers: headers.join('\n'), body }
}
const openFeed = ({ latitude, longitude }: Point, cookie: string) =>
  request(`/api/feed/get_feed.php?lat=${latitude.toFixed(2)}&lon=${longitude.toFixed(2)}`, cookie)

/** The points around a town, in random order. */
function createGrid(centre: Point): Point[] {
  const steps = Array.from({ length: 2 * gridRadius + 1 }, (_, index) => (index - gridRadius) * stepDegrees)
  const points = steps.flatMap((north) =>
    steps.map((east) => ({ latitude: centre.latitude + north, longitude: centre.longitude + east })),
  )
  return points
    .map((point) => ({ point, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ point }) => point)
}

async function pickCentre(): Promise<Point> {
  const { latitude, longitude } = await sql<Point>`
    SELECT latitude, longitude FROM places WHERE id = ${pick(town.places)}`.one(server.db)
  return { latitude: Number(latitude.toFixed(2)), longitude: Number(longitude.toFixed(2)) }
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** How a spy orders the points after asking, the most suspicious first. */
type Guess = { name: string; suspicion: (asks: Ask[]) => number }
const guesses: Guess[] = [
  { name: 'the fastest first answer', suspicion: ([first]) => -first!.durationMs },
  { name: 'the slowest first answer', suspicion: ([first]) => first!.durationMs },
  { name: 'the fastest of many answers', suspicion: (asks) => -Math.min(...asks.map(({ durationMs }) => durationMs)) },
  {
    name: 'the smallest gain by repeating',
    suspicion: ([first, ...later]) => -(first!.durationMs - mean(later.map(({ durationMs }) => durationMs))),
  },
]

test(`A spy who times ${victimCount} people's points finds nobody better than by guessing`, async () => {
  const ranks = new Map(guesses.map(({ name }) => [name, [] as number[]]))
  const errorsMetres = new Map(guesses.map(({ name }) => [name, [] as number[]]))
  const blindErrorsMetres: number[] = []
  const headerSets = new Set<string>()
  for (let n = 0; n < victimCount; n++) {
    const grid = createGrid(await pickCentre())
    const home = pick(grid)
    const victim = pick(victims())
    for (let visit = 0; visit < 3; visit++) await openFeed(home, victim.cookie)
    const asked: { point: Point; asks: Ask[] }[] = []
    for (const point of grid) {
      const asks: Ask[] = []
      for (let ask = 0; ask < asksPerPoint; ask++) asks.push(await openFeed(point, pick(spies()).cookie))
      for (const { headers } of asks) headerSets.add(headers.replace(/^content-length: .*$/m, ''))
      asked.push({ point, asks })
    }
    for (const { name, suspicion } of guesses) {
      const ordered = asked
        .map(({ point, asks }) => ({ point, suspicion: suspicion(asks), tie: random() }))
        .toSorted((one, other) => other.suspicion - one.suspicion || one.tie - other.tie)
      const rank = ordered.findIndex(({ point }) => point === home)
      ranks.get(name)!.push((rank + 0.5) / grid.length)
      errorsMetres.get(name)!.push(distanceMetres(ordered[0]!.point, home))
    }
    blindErrorsMetres.push(distanceMetres(pick(grid), home))
  }
  console.log(`Blind guessing: median error ${Math.round(median(blindErrorsMetres))} m`)
  for (const { name } of guesses)
    console.log(
      `By ${name}: median error ${Math.round(median(errorsMetres.get(name)!))} m, ` +
        `mean rank ${mean(ranks.get(name)!).toFixed(3)} (chance: 0.5 ± ${rankTolerance.toFixed(3)})`,
    )
  expect([...headerSets]).toHaveLength(1)
  for (const { name } of guesses) expect(Math.abs(mean(ranks.get(name)!) - 0.5), name).toBeLessThan(rankTolerance)
}, 3_600_000)
