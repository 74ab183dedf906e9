import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSocket, waitForClose } from '#server/testing/harness/raw-http.ts'
import { password, type RegisteredClient, registerClient } from '#server/testing/fixtures/api-client.ts'
import { sql } from '#server/testing/sql.ts'
import { formatDurations } from './durations.ts'
import { type IsolatedServer, observeDuring, startIsolatedServer } from './isolated-server.ts'
import { byRunLength } from './run-length.ts'
import { insertTown } from './town-dataset.ts'

const connectionsPerKind = byRunLength({ full: 100, brief: 10 })
/** The server closes slow connections after 90 s; a brief run only looks at the feed meanwhile. */
const observedMs = byRunLength({ full: 150_000, brief: 4000 })
const idleCount = byRunLength({ full: 1000, brief: 100 })
const streamCount = byRunLength({ full: 2000, brief: 200 })
const signInCount = byRunLength({ full: 200, brief: 10 })
const streamRounds = byRunLength({ full: 3, brief: 1 })

let server: IsolatedServer
let alice: RegisteredClient
beforeAll(async () => {
  server = await startIsolatedServer()
  alice = await registerClient(server.url, 'alice')
})
afterAll(() => server.close())

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The beginnings of requests that never end, and what is sent every three seconds afterwards. */
const slowRequests: { kind: string; head: string; drop: string }[] = [
  { kind: 'a head', head: 'GET /api/feed/get_feed.php HTTP/1.1\r\nHost: x\r\n', drop: 'X-A: b\r\n' },
  {
    kind: 'a JSON body',
    head:
      'POST /api/auth/login.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
      'Content-Length: 60000\r\n\r\n{',
    drop: 'a',
  },
  {
    kind: 'endless chunks',
    head:
      'POST /api/auth/login.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
      'Transfer-Encoding: chunked\r\n\r\n',
    drop: '1\r\na\r\n',
  },
  {
    kind: 'a multipart form',
    head:
      'POST /api/auth/login.php HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
      'Content-Length: 60000\r\n\r\n--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n',
    drop: 'a',
  },
  { kind: 'nothing', head: '', drop: '' },
]

/**
 * Sends a request a few bytes at a time. @returns seconds until the server closed the connection; undefined if it did
 * not.
 */
async function drip({ head, drop }: (typeof slowRequests)[number], signal: AbortSignal): Promise<number | undefined> {
  const startMs = performance.now()
  const socket = await openSocket(server.port)
  socket.resume().write(head)
  const timer = setInterval(() => socket.writable && socket.write(drop), 3000)
  signal.addEventListener('abort', () => socket.destroy())
  await waitForClose(socket)
  clearInterval(timer)
  return signal.aborted ? undefined : (performance.now() - startMs) / 1000
}

/** @param seconds of each connection, as `drip` returns them. */
function describeClosing(seconds: (number | undefined)[]): string {
  const closed = seconds.filter((value) => value !== undefined)
  if (closed.length < seconds.length) return `${seconds.length - closed.length} open after ${observedMs / 1000} s`
  return `the last one closed after ${Math.max(...closed).toFixed(0)} s`
}

test('Slow requests are cut off after 90 s and keep nobody from the feed', async () => {
  const stopping = new AbortController()
  const dripping = slowRequests.map(async (slowRequest) => ({
    kind: slowRequest.kind,
    seconds: await Promise.all(range(connectionsPerKind).map(() => drip(slowRequest, stopping.signal))),
  }))
  const closed = Promise.all(dripping)
  const observed = Promise.race([closed, wait(observedMs)]).finally(() => stopping.abort())
  const { slowestFeedMs, peakMemoryMb } = await observeDuring(server, alice, observed)
  const kinds = await closed
  for (const { kind, seconds } of kinds)
    console.log(`${kind}, dripping: ${connectionsPerKind} connections, ${describeClosing(seconds)}`)
  console.log(`Slow requests: slowest feed ${slowestFeedMs} ms, peak memory ${peakMemoryMb} MB`)
  expect(slowestFeedMs).toBeLessThan(5000)
  if (observedMs > 90_000) expect(kinds.flatMap(({ seconds }) => seconds)).not.toContain(undefined)
})

test(`${idleCount} idle connections keep nobody from the feed`, async () => {
  const memoryBeforeMb = await server.memoryMb()
  const sockets = await Promise.all(range(idleCount).map(() => openSocket(server.port)))
  const feedMs = await server.measureFeedMs(alice)
  const memoryMb = await server.memoryMb()
  console.log(`${idleCount} idle connections: a feed in ${feedMs} ms, memory ${memoryBeforeMb} MB → ${memoryMb} MB`)
  expect(feedMs).toBeLessThan(5000)
  for (const socket of sockets) socket.destroy()
})

type Stream = { socket: Socket; received: () => string }

async function openStream(cookie: string, postId: number): Promise<Stream> {
  const socket = await openSocket(server.port)
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.write(`GET /api/events?posts=${postId} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`)
  return { socket, received: () => received }
}

async function openStreams(cookies: string[], postId: number): Promise<Stream[]> {
  const streams: Stream[] = []
  const batch = 100
  for (let first = 0; first < streamCount; first += batch) {
    const opening = range(batch).map((index) => openStream(cookies[(first + index) % cookies.length]!, postId))
    streams.push(...(await Promise.all(opening)))
  }
  return streams
}

test(`${streamCount} open pages receive a like; closing them frees everything`, async () => {
  const { id: townId } = await sql<{ id: number }>`SELECT id FROM places WHERE name = 'Milano'`.one(server.db)
  const { post } = await alice.callOk('createSpot', { text: 'Ciao', location_id: townId })
  const { users } = await insertTown(server.db, { users: streamCount / 5, posts: 1, followsPerUser: 0 })
  const cookies = users.map(({ cookie }) => cookie)
  const openFilesBefore = await server.countOpenFiles()
  const memoriesMb: number[] = []
  for (let round = 0; round < streamRounds; round++) {
    const memoryBeforeMb = await server.memoryMb()
    const streams = await openStreams(cookies, post.id)
    const countReceived = (likes: number) =>
      streams.filter(({ received }) => received().includes(`"likes_count":${likes}`)).length
    const expectAllReceived = (likes: number) =>
      vi.waitFor(() => expect(countReceived(likes)).toBe(streamCount), { timeout: 60_000, interval: 50 })
    await expectAllReceived(round % 2)
    const memoryOpenMb = await server.memoryMb()
    const feedMs = await server.measureFeedMs(alice)
    const startMs = performance.now()
    await alice.callOk('likePost', { post_id: post.id })
    await expectAllReceived((round + 1) % 2)
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
    for (const { socket } of streams) socket.destroy()
    const expectClosed = async () => expect(await server.countOpenFiles()).toBeLessThan(openFilesBefore + 20)
    await vi.waitFor(expectClosed, { timeout: 30_000, interval: 200 })
    memoriesMb.push(await server.memoryMb())
    console.log(
      `${streamCount} streams, round ${round + 1}: memory ${memoryBeforeMb} MB, open ${memoryOpenMb} MB, ` +
        `after ${memoriesMb.at(-1)} MB; a feed meanwhile in ${feedMs} ms; all received the like within ${seconds} s`,
    )
  }
  expect(memoriesMb.at(-1)! - memoriesMb[0]!).toBeLessThan(100)
})

test('An unknown address and a wrong password take equally long (printed, for a person to judge)', async () => {
  const timesMs = { alice: [] as number[], nessuno: [] as number[] }
  for (let attempt = 0; attempt < signInCount; attempt++)
    for (const name of ['alice', 'nessuno'] as const) {
      const startMs = performance.now()
      const body = new URLSearchParams({ email: `${name}@example.it`, password: `non ${password}` })
      const reply = await fetch(`${server.url}/api/auth/login.php`, { method: 'POST', body })
      expect(reply.status).toBe(401)
      timesMs[name].push(Math.round(performance.now() - startMs))
    }
  console.log(
    `Refused sign-in: unknown address ${formatDurations(timesMs.nessuno)}, ` +
      `wrong password ${formatDurations(timesMs.alice)}`,
  )
})
