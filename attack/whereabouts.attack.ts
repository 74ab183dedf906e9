import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { urlOf } from '#contract/call-paths.ts'
import { distanceMetres, type Point } from '#server/platform/geography.ts'
import { createClient, emailOf, password, registerClient } from '#server/testing/fixtures/api-client.ts'
import { startPushService } from '#server/testing/fixtures/push-service.ts'
import { type IsolatedServer, startIsolatedServer } from './isolated-server.ts'
import { byRunLength } from './run-length.ts'
import { createSeededRandom } from './seed.ts'
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
  const { latitude, longitude } = await server.db
    .selectFrom('places')
    .select(['latitude', 'longitude'])
    .where('id', '=', pick(town.places))
    .executeTakeFirstOrThrow()
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

test('Nothing that a spy can read changes when somebody opens the feed elsewhere', async () => {
  const [spy] = spies() as [Town['users'][number]]
  const victim = pick(victims())
  const paths = [
    urlOf('getProfile', { user_id: victim.id }),
    urlOf('getFollowers', { user_id: victim.id }),
    urlOf('getMessages', { other_id: victim.id }),
    urlOf('getNotifications', {}),
    urlOf('search', { q: 'abitante' }),
    urlOf('getLocation', { location_id: pick(town.places) }),
  ]
  const readAll = async () => {
    const bodies: string[] = []
    for (const path of paths) {
      const response = await fetch(server.url + path, { headers: { cookie: spy.cookie } })
      const reply = (await response.json()) as { next_cursor?: unknown }
      // Encrypted anew for each reply.
      delete reply.next_cursor
      bodies.push(`${path} ${response.status} ${JSON.stringify(reply)}`)
    }
    return bodies
  }
  const before = await readAll()
  for (let visit = 0; visit < 5; visit++) await openFeed(await pickCentre(), victim.cookie)
  expect(await readAll()).toEqual(before)
})

/** Signs in with the person's password. */
async function stealSession(username: string) {
  const client = createClient(server.url)
  await client.callOk('login', { email: emailOf(username), password })
  return client
}
const startOwnPushService = async () => {
  const service = await startPushService()
  onTestFinished(() => service.close())
  return service
}

test('A thief whose session Anna has ended receives no push about a post near her, wherever she claims to have been', async () => {
  const anna = await registerClient(server.url, 'anna_derubata')
  const bruno = await registerClient(server.url, 'bruno_vicino')
  const anywhere = await pickCentre()
  const home = await pickCentre()
  const thief = await stealSession(anna.username)
  const heardByThief = await startOwnPushService()
  const heardByAnna = await startOwnPushService()
  await thief.callOk('subscribePush', heardByThief.subscription)
  await thief.callOk('updateUserSettings', {
    ...(await thief.callOk('getUserSettings', {})).settings,
    notify_nearby_posts: 1,
    notify_radius: 25_000,
  })
  await thief.callOk('recordNearbyCell', { lat: anywhere.latitude, lon: anywhere.longitude })
  await anna.callOk('endAllSessions', {})
  const again = await stealSession(anna.username)
  await again.callOk('subscribePush', heardByAnna.subscription)
  await again.callOk('recordNearbyCell', { lat: home.latitude, lon: home.longitude })
  for (const { latitude, longitude } of [anywhere, home]) {
    const [place] = await bruno.callOk('getNearbyLocations', { lat: latitude, lon: longitude })
    await bruno.callOk('createSpot', { text: 'Chi c’è qui?', location_id: place!.id })
  }
  await expect.poll(heardByAnna.countRequests).toBeGreaterThan(0)
  console.log(`Pushes after the session was ended: ${heardByThief.countRequests()} to the thief`)
  expect(heardByThief.countRequests()).toBe(0)
})
