import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { waitForClose, openSocket } from '#server/testing/harness/raw-http.ts'
import { type LoneServer, meanwhile, openLoneServer } from './lone-server.ts'
import { enter, type Somebody } from './somebody.ts'

let server: LoneServer
let alice: Somebody
beforeAll(async () => {
  server = await openLoneServer()
  alice = await enter(server.url, 'alice')
})
afterAll(() => server.close())

const range = (count: number) => Array.from({ length: count }, (_, at) => at)

test('Who sends drop by drop is cut off, and keeps nobody from being answered', async () => {
  const begun: Record<string, string> = {
    'a head': 'GET /api/feed/get_feed.php HTTP/1.1\r\nHost: x\r\n',
    'a body of JSON':
      'POST /api/auth/login.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    'chunks without end':
      'POST /api/auth/login.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    'a form of parts':
      'POST /api/auth/login.php HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 60000\r\n\r\n--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n',
    nothing: '',
  }
  const drops: Record<string, string> = { 'a head': 'X-A: b\r\n', 'chunks without end': '1\r\na\r\n', nothing: '' }
  const from = performance.now()
  const slow = Object.entries(begun).flatMap(([kind, head]) =>
    range(100).map(async (at) => {
      const socket = await openSocket(server.port)
      socket.resume().write(head)
      const drip = setInterval(() => socket.writable && socket.write(drops[kind] ?? 'a'), 3000)
      await waitForClose(socket)
      clearInterval(drip)
      return { kind, at, seconds: (performance.now() - from) / 1000 }
    }),
  )
  const { result, slowest, most } = await meanwhile(server, alice, Promise.all(slow))
  for (const [kind, ended] of Map.groupBy(result, ({ kind }) => kind))
    console.log(
      `${kind}, drop by drop: the last of 100 was cut off after ${Math.max(...ended.map(({ seconds }) => seconds)).toFixed(0)} s`,
    )
  console.log(`500 that drip: slowest feed ${slowest} ms, memory at most ${most} MB`)
  expect(Math.max(...result.map(({ seconds }) => seconds))).toBeLessThan(150)
})

test('1,000 connections on which nothing happens keep nobody from being answered', async () => {
  const before = await server.memory()
  const sockets = await Promise.all(range(1000).map(() => openSocket(server.port)))
  const time = await server.feedTime(alice)
  console.log(`1,000 idle connections: a feed in ${time} ms, memory ${before} MB, then ${await server.memory()} MB`)
  for (const socket of sockets) socket.destroy()
})

/** People with a session each, by SQL: signing so many in would take its time. @returns their tokens. */
async function crowd(count: number): Promise<string[]> {
  const tokens = range(count).map(() => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  await sql`
    WITH people AS (INSERT INTO users (username, email, password_hash) SELECT 'folla' || n, 'folla' || n || '@example.it', 'x' FROM generate_series(1, ${count}) n RETURNING id),
      numbered AS (SELECT id, row_number() OVER () AS n FROM people)
    INSERT INTO sessions (token_sha256, user_id, expires_at)
    SELECT decode(hash, 'hex'), id, now() + interval '1 day' FROM unnest(${hashes}::text[]) WITH ORDINALITY h (hash, n) JOIN numbered USING (n)`.execute(
    server.db,
  )
  return tokens
}

type Listener = { socket: Socket; heard: () => string }

async function listens(token: string, post: number): Promise<Listener> {
  const socket = await openSocket(server.port)
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  socket.write(`GET /api/events?posts=${post} HTTP/1.1\r\nHost: x\r\nCookie: sid=${token}\r\n\r\n`)
  return { socket, heard: () => heard }
}

test('2,000 open pages hear of a like, three times over; when they close, nothing is left of them', async () => {
  const { id: townId } = await server.db
    .selectFrom('places')
    .select('id')
    .where('name', '=', 'Milano')
    .executeTakeFirstOrThrow()
  const { post } = await alice.asks('createSpot', { text: 'Ciao', location_id: townId })
  const tokens = await crowd(400)
  const idle = await server.openFiles()
  const rounds: number[] = []
  for (const round of range(3)) {
    const before = await server.memory()
    const listeners: Listener[] = []
    for (const part of range(20))
      listeners.push(
        ...(await Promise.all(range(100).map((at) => listens(tokens[(part * 100 + at) % tokens.length]!, post.id)))),
      )
    const told = (likes: number) => listeners.filter(({ heard }) => heard().includes(`"likes_count":${likes}`)).length
    await vi.waitFor(() => expect(told(round % 2)).toBe(2000), { timeout: 60_000, interval: 100 })
    const during = await server.memory()
    const feed = await server.feedTime(alice)
    const from = performance.now()
    await alice.asks('likePost', { post_id: post.id })
    await vi.waitFor(() => expect(told((round + 1) % 2)).toBe(2000), { timeout: 60_000, interval: 50 })
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    for (const { socket } of listeners) socket.destroy()
    await vi.waitFor(async () => expect(await server.openFiles()).toBeLessThan(idle + 20), {
      timeout: 30_000,
      interval: 200,
    })
    const after = await server.memory()
    rounds.push(after)
    console.log(
      `2,000 streams, round ${round + 1}: memory ${before} MB, ${during} MB, after ${after} MB; a feed meanwhile in ${feed} ms; all had heard after ${seconds} s`,
    )
  }
  expect(rounds[2]! - rounds[0]!).toBeLessThan(100)
})
