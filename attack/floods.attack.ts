import { readdirSync } from 'node:fs'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '#contract/call-paths.ts'
import { medianOf } from '#bench/report.ts'
import { publishText } from '#server/legal-texts/legal-texts.actions.ts'
import { registerClient } from '#server/testing/fixtures/api-client.ts'
import { createNoisyPhoto } from '#server/testing/fixtures/photos.ts'
import { sql } from '#server/testing/sql.ts'
import type { Flood } from './clients/flood.ts'
import { type IsolatedServer, startIsolatedServer } from './isolated-server.ts'
import { byRunLength } from './run-length.ts'
import { insertTown, type Town } from './town-dataset.ts'

// One client with 100 connections for each kind of address. The feed of somebody else may take three times as long.

const connections = 100
/** A brief run shares the machine with other attacks: it shows that others are answered, not how soon. */
const maxRatio = byRunLength({ full: 3, brief: Infinity })
/** Feeds are read for so long before, during and after each flood. */
const idleMs = byRunLength({ full: 5000, brief: 2000 })
const floodMs = byRunLength({ full: 20_000, brief: 3000 })
const pauseBetweenFeedsMs = 120
const townSize = byRunLength({
  full: { users: 5000, posts: 20_000, followsPerUser: 30 },
  brief: { users: 600, posts: 3000, followsPerUser: 10 },
})

let server: IsolatedServer
let town: Town
let picture: string
beforeAll(async () => {
  // The proxy in front names the addresses.
  server = await startIsolatedServer({ TRUST_PROXY: 'on', RATE_LIMITS: 'on' })
  town = await insertTown(server.db, townSize)
  // Older than all others, so that whoever looks for it from the newest on looks through all posts.
  await sql`
    UPDATE posts SET text = 'Auguri di Natale' WHERE id IN (SELECT id FROM posts ORDER BY id LIMIT 1500)`.execute(
    server.db,
  )
  const photographer = await registerClient(server.url, 'fotografa')
  const image = await createNoisyPhoto(1280, 960)
  const { post } = await photographer.callOk('createSpot', { text: 'Una foto', location_id: town.places[0]!, image })
  picture = post.image_url!
  const body = `## Condizioni\n\n${'Chi scrive qui tratta bene gli altri.\n\n'.repeat(200)}`
  await publishText(server.db, { actorId: photographer.id, kind: 'terms', body, expectedVersion: 0 })
}, 240_000)
afterAll(() => server.close())

/** Sixteen tiles of northern Italy. */
async function findTiles(): Promise<string[]> {
  const ground = (await (await fetch(`${server.url}/map/ground.json`)).json()) as { archives: { version: string }[] }
  const range = [0, 1, 2, 3]
  return range.flatMap((x) => range.map((y) => `/map/tiles/base/${ground.archives[0]?.version}/7/${66 + x}/${44 + y}`))
}

const feed = () => urlOf('getFeed', { lat: 45.46, lon: 9.19 })

/** @returns median and longest time of the feed of somebody else, in milliseconds. */
async function measureFeeds(from: string, durationMs: number): Promise<{ median: number; longest: number }> {
  const endMs = performance.now() + durationMs
  const timesMs: number[] = []
  const headers = { cookie: town.users[1]!.cookie, 'x-forwarded-for': from }
  while (performance.now() < endMs) {
    const startMs = performance.now()
    const reply = await fetch(server.url + feed(), { headers })
    await reply.text()
    expect(reply.status).toBe(200)
    timesMs.push(performance.now() - startMs)
    await wait(pauseBetweenFeedsMs)
  }
  return { median: medianOf(timesMs), longest: Math.max(...timesMs) }
}

const kinds: [kind: string, findPaths: () => string[] | Promise<string[]>, isSignedIn: boolean, body?: string][] = [
  ['calls', () => [feed()], true],
  ['calls of a visitor', () => town.posts.slice(0, 50).map((id) => urlOf('getComments', { post_id: id })), false],
  ['openapi', () => ['/api/openapi.json'], false],
  ['docs', () => ['/api/docs'], false],
  ['pages', () => ['/feed'], true],
  ['terms', () => ['/terms?version=1'], false],
  ['tiles', findTiles, false],
  ['pictures', () => [picture], false],
  ['assets', () => readdirSync('dist/web/assets').map((file) => `/assets/${file}`), false],
  ['search', () => ['adesso', 'auguri', 'numero'].map((q) => urlOf('searchPosts', { q })), true],
  ['sign-ins', () => ['/api/auth/login.php'], false, '{"email":"nessuno@example.it","password":"sbagliata davvero"}'],
]

test.for(kinds)(`Beside ${connections} connections for %s`, async ([kind, findPaths, isSignedIn, body]) => {
  const number = kinds.findIndex(([other]) => other === kind)
  const other = `198.51.100.${number}`
  const headers = {
    'x-forwarded-for': `203.0.113.${number}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(isSignedIn && { cookie: town.users[10 + number]!.cookie }),
  }
  const flood: Flood = { url: server.url, paths: await findPaths(), connections, headers, ...(body && { body }) }
  await measureFeeds(other, idleMs / 2)
  const before = await measureFeeds(other, idleMs)
  const worker = new Worker(new URL('./clients/flood.ts', import.meta.url), { workerData: flood })
  await once(worker, 'online')
  const during = await measureFeeds(other, floodMs)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage('stop')
  const [countsByStatus] = (await once(worker, 'message')) as [Record<string, number>]
  await worker.terminate()
  const ratio = during.median / before.median
  console.log(
    `${kind}: feed of others ${before.median.toFixed(1)} ms alone, ${during.median.toFixed(1)} ms beside ` +
      `(${ratio.toFixed(1)} times, longest ${during.longest.toFixed(0)} ms), ` +
      Object.entries(countsByStatus)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
  )
  expect(ratio).toBeLessThanOrEqual(maxRatio)
})
