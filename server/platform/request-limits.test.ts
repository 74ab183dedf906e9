import { brotliDecompressSync } from 'node:zlib'
import { once } from 'node:events'
import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { createLoadShedder } from './load-shedder.ts'
import { createRateLimiter } from './rate-limit.ts'
import { requestLimits } from './read-limits.ts'
import { kindOf, type RequestKind } from './request-kinds.ts'
import { limitRequests } from './request-limits.ts'

test.each<[RequestKind, string[]]>([
  ['call', ['/api/feed/get_feed.php', '/api/feed/get_feed.php?lat=45&lon=9', '/api/auth/login.php']],
  ['document', ['/api/openapi.json', '/api/docs', '/api/docs.css', '/api/nothing']],
  ['page', ['/', '/feed?x=/assets/', '/terms?version=3', '/post/5', '/livez/x', '/nothing', '']],
  ['file', ['/media/x.webp', '/map/tiles/base/1/2/3/4', '/map/ground.json', '/assets/a.js', '/icon-180.png']],
  ['stream', ['/api/events?posts=1']],
  ['download', ['/api/export/:token']],
  ['health', ['/livez', '/readyz']],
])('%s: %s', (kind, urls) => {
  for (const url of urls) expect(kindOf(url)).toBe(kind)
})

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const app = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })

describe('What is no call', () => {
  const request = (path: string, from: string, headers = {}) =>
    app.createVisitor().request(path, { headers: { 'x-forwarded-for': from, ...headers } })

  /** Requests as often as one address may, a few at a time. */
  async function exhaust(kind: RequestKind, path: string, from: string): Promise<void> {
    const { points = 0 } = requestLimits[kind] ?? {}
    for (let sent = 0; sent < points; sent += 20) {
      const replies = await Promise.all(range(Math.min(20, points - sent)).map(() => request(path, from)))
      expect(replies.map(({ status }) => status)).not.toContain(429)
    }
  }

  test.each<[RequestKind, string]>([
    ['document', '/api/openapi.json'],
    ['document', '/api/%64ocs'],
    ['page', '/feed'],
    ['page', '/terms?version=1'],
    ['page', '/settings'],
    ['page', '/api/feed/nothing.php'],
    ['stream', '/api/events'],
    ['download', '/api/export/x'],
  ])('is counted by address: %s %s', async (kind, path) => {
    const [greedy, modest] = [`greedy.${path.length}`, `modest.${path.length}`]
    await exhaust(kind, path, greedy)
    const refused = await request(path, greedy)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Hai fatto troppe richieste. Riprova tra poco.')
    expect((await request(path, modest)).status).not.toBe(429)
  })

  test('is refused to a person who opens a page with the sentence alone', async () => {
    await exhaust('page', '/login', 'person')
    const refused = await request('/login', 'person', { accept: 'text/html' })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await refused.text()).toBe('Hai fatto troppe richieste. Riprova tra poco.')
  })
})

/** A server with one route of each kind. */
function createLimited() {
  const rateLimiter = createRateLimiter(app.db)
  const shedder = createLoadShedder(pino({ level: 'silent' }), { trustProxy: true })
  const server = Fastify({ trustProxy: true })
  limitRequests(server, shedder, rateLimiter)
  const inFlight: Record<string, number> = {}
  for (const path of ['/media/:file', '/api/events', '/readyz', '/feed'])
    server.get(path, async () => {
      inFlight[path] = shedder.counts().inFlight
      return { success: true }
    })
  server.get('/*', (_request, reply) => reply.callNotFound())
  return { server, shedder, rateLimiter, inFlight }
}

test('Pictures are counted by address, and once where a file is looked for first', async () => {
  const { server, rateLimiter } = createLimited()
  const { points = 0 } = requestLimits.file ?? {}
  for (let n = 0; n < points - 2; n++) await rateLimiter.countRequest('file', '203.0.113.1')
  const statusOf = async (url: string) => (await server.inject({ url, remoteAddress: '203.0.113.1' })).statusCode
  expect(await statusOf('/nothing.png')).toBe(404)
  expect(await statusOf('/media/x.webp')).toBe(200)
  expect(await statusOf('/media/x.webp')).toBe(429)
})

test('Everything is in flight until it is answered, but for streams and questions of health', async () => {
  const { server, shedder, inFlight } = createLimited()
  for (const url of ['/media/x.webp', '/api/events', '/readyz', '/feed', '/nothing']) await server.inject({ url })
  expect(inFlight).toEqual({ '/media/:file': 1, '/feed': 1, '/api/events': 0, '/readyz': 0 })
  await expect.poll(() => shedder.counts().inFlight).toBe(0)
})

describe('The description of the calls', () => {
  /** Without the decompression of `fetch`. */
  async function read(path: string, headers: IncomingHttpHeaders) {
    const [response] = await once(get(app.url + path, { headers }), 'response')
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }

  test.each(['/api/openapi.json', '/api/docs', '/api/docs.css'])('%s is compressed, and sent once', async (path) => {
    const plain = await read(path, {})
    const compressed = await read(path, { 'accept-encoding': 'gzip, br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(compressed.body)).toEqual(plain.body)
    const { status, body } = await read(path, { 'if-none-match': String(plain.headers.etag) })
    expect([status, body.length]).toEqual([304, 0])
  })
})
