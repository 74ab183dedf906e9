import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { calls } from '#contract/calls.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestApp, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { openSocket } from '#server/testing/harness/raw-http.ts'
import { sql } from '#server/testing/sql.ts'
import { addressKey } from './rate-limit.ts'
import { inlineScriptHash } from './security-headers.ts'

const app = useTestApp()

const names = Object.keys(calls) as CallName[]
const addressOfApp = ({ url }: TestApp) => ({ host: '127.0.0.1', port: Number(new URL(url).port) })
const post = (path: string, init: RequestInit) => app.createVisitor().request(path, { method: 'POST', ...init })

describe('Every call', () => {
  test.each(names)('%s refuses another method with 405 and one sentence', async (name) => {
    const { method, url } = addressOf(name)
    const response = await app.createVisitor().request(url, { method: method === 'GET' ? 'POST' : 'GET' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain(method)
    expect(await response.json()).toEqual({ success: false, error: 'Metodo non consentito.' })
  })
})

describe('A refusal of the framework has the shape of all refusals', () => {
  test.each([
    ['an unknown call', '/api/nope.php', { body: '' }, 404],
    ['broken JSON', '/api/auth/login.php', { body: '{no', headers: { 'content-type': 'application/json' } }, 400],
    ['a body that is no JSON', '/api/auth/login.php', { body: 'x', headers: { 'content-type': 'text/weird' } }, 400],
    [
      'a body that is too large',
      '/api/auth/login.php',
      { body: JSON.stringify({ email: 'a'.repeat(100_000) }), headers: { 'content-type': 'application/json' } },
      413,
    ],
    ['a path that cannot be decoded', '/api/%zz', { body: '' }, 400],
  ])('for %s', async (_case, path, init, status) => {
    const response = await post(path, init)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ success: false, error: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  test.each([
    ['is read to its end, and the connection goes on', 20 * 1024 * 1024, /HTTP\/1\.1 413[\s\S]+HTTP\/1\.1 200/],
    ['that would not end is cut off', 10 * 1024 * 1024 * 1024, /^HTTP\/1\.1 413[\s\S]+ closed$/],
  ])('A body that is too large %s', async (_outcome, length, expected) => {
    const { port } = new URL(app.url)
    const socket = await openSocket(Number(port))
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.on('close', () => (received += ' closed'))
    const head = 'POST /api/auth/login.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json'
    socket.write(`${head}\r\nContent-Length: ${length}\r\n\r\n`)
    await expect.poll(() => received).toMatch(/^HTTP\/1.1 413 [\s\S]+"success":false/)
    // Only now: a client that has not read the reply yet keeps sending.
    for (let sent = 0; sent < 20 * 1024 * 1024; sent += 1024 * 1024) socket.write(Buffer.alloc(1024 * 1024, 'a'))
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => received).toMatch(expected)
    socket.destroy()
  })

  test('for a file in a form that is too large', async () => {
    const alice = await app.createUser('grande')
    const form = new FormData()
    form.append('text', 'Ciao')
    form.append('location_id', '1')
    form.append('image', new Blob([new Uint8Array(15 * 1024 * 1024)], { type: 'image/jpeg' }), 'foto.jpg')
    const response = await alice.request('/api/posts/create_spot.php', { method: 'POST', body: form })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ success: false })
  })

  test('for a request with headers that are too large', async () => {
    const { port } = new URL(app.url)
    const status = await new Promise((resolve, reject) => {
      const request = rawRequest(
        { port, host: '127.0.0.1', method: 'GET', path: '/livez', headers: { 'x-long': 'a'.repeat(40_000) } },
        (response) => resolve(response.statusCode),
      )
      request.once('error', reject)
      request.end()
    })
    expect(status).toBe(431)
  })
})

test('A page of another site cannot act with Alice’s cookie', async () => {
  const alice = await app.createUser('vittima')
  const foreign = await alice.request('/api/auth/logout.php', {
    method: 'POST',
    headers: { origin: 'https://altrove.example' },
  })
  expect(foreign.status).toBe(403)
  const opaque = await alice.request('/api/auth/logout.php', { method: 'POST', headers: { origin: 'null' } })
  expect(opaque.status).toBe(403)
  expect((await alice.call('getFeed', {})).status).toBe(200)
  const own = await alice.request('/api/auth/logout.php', { method: 'POST', headers: { origin: app.url } })
  expect(own.status).toBe(200)
})

const expectedSecurityHeaders = {
  'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=()',
  'content-security-policy':
    `default-src 'none';script-src 'self' ${inlineScriptHash};style-src 'self';font-src 'self';connect-src 'self';manifest-src 'self';` +
    "worker-src 'self';img-src 'self' data: blob:;media-src 'self' blob:;form-action 'self';frame-ancestors 'none';base-uri 'none';" +
    "object-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

test.each([
  ['a page', '/login'],
  ['a call', '/api/auth/check_username.php?username=x'],
  ['a refusal', '/api/feed/get_feed.php'],
  ['a missing picture', '/media/none.webp'],
  ['an address that cannot be decoded', '/api/%zz'],
  ['an unknown page', '/wp-login.php'],
  ['the event stream', '/api/events'],
])('The reply to %s carries the security headers', async (_case, path) => {
  const alice = await app.createUser(`testate${path.length}`)
  const abort = new AbortController()
  const { headers } = await alice.request(path, { signal: abort.signal })
  abort.abort()
  const received = Object.fromEntries(Object.keys(expectedSecurityHeaders).map((name) => [name, headers.get(name)]))
  expect(received).toEqual(expectedSecurityHeaders)
})

test('Pages have a strict Content-Security-Policy and no inline script but the one whose hash it contains', async () => {
  const response = await app.createVisitor().request('/login')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe-inline')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const page = await response.text()
  const inlined = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code)
  expect(inlined.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)).toEqual([
    inlineScriptHash,
  ])
  expect(page.replace(/<script>.*?<\/script>/s, '')).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style="/)
})

test('A deep link returns the app, and a missing file 404', async () => {
  const visitor = app.createVisitor()
  expect((await visitor.request('/comments/12')).headers.get('content-type')).toContain('text/html')
  expect((await visitor.request('/assets/none.js')).status).toBe(404)
  expect((await visitor.request('/media/none.webp')).status).toBe(404)
  expect((await visitor.request('/media/..%2f..%2fpackage.json')).status).toBeGreaterThanOrEqual(400)
})

const pagesOfTheApp = Object.values(pagePaths).map((page) => (typeof page === 'string' ? page : page(12)))
test.each([...pagesOfTheApp, '/login/', '/Login', '/profile/chi?x=1'])('%s is a page of the app', async (page) => {
  const response = await app.createVisitor().request(page)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
})

test.each([
  '/wp-login.php',
  '/.env',
  '/backup.zip',
  '/loginx',
  '/profile/1/2',
  '/comments',
  '/feed/1',
  '/user/%ff',
  '/hashtag/100%',
  '/%E0%A4%A?x=%',
])('%s is no page: the status says so, and the app shows it', async (page) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await app.createVisitor().request(page, { method })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    if (method === 'GET') expect(await response.text()).toContain('<div id="root"></div>')
  }
})

describe('Uploads that are broken off', () => {
  const lines: string[] = []
  let logging: TestApp
  beforeAll(async () => {
    logging = await createTestApp({}, pino({ level: 'debug' }, { write: (line) => void lines.push(line) }))
  })
  afterAll(() => logging.close())

  test.each(['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'as %s are no error of the server',
    async (type) => {
      const { hostname, port } = new URL(logging.url)
      const { url } = addressOf('createSpot')
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      const start = type.startsWith('multipart')
        ? '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nCia'
        : '{"te'
      const head = `POST ${url} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 5000\r\n\r\n`
      const before = lines.length
      await new Promise((resolve) => socket.write(`${head}${start}`, resolve))
      // The server has read the beginning once it has answered somebody else.
      await logging.createVisitor().request('/livez')
      socket.destroy()
      const listNew = () => lines.slice(before).filter((line) => line.includes(url))
      await expect.poll(listNew).not.toEqual([])
      const warnings = lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)
      expect(warnings).toEqual([])
    },
  )
})

test('Two servers give no request the same id', async () => {
  const ids: string[] = []
  const log = () =>
    pino({ level: 'info' }, { write: (line) => void ids.push((JSON.parse(line) as { id?: string }).id ?? '') })
  const servers = [await createTestApp({}, log()), await createTestApp({}, log())]
  ids.length = 0
  for (const server of servers) await Promise.all([1, 2].map(() => server.createVisitor().request('/livez')))
  for (const server of servers) await server.close()
  const given = ids.filter((id) => id !== '')
  expect(given).toHaveLength(4)
  expect(new Set(given).size).toBe(4)
})

test('Scripts are served compressed and cacheable for ever', async () => {
  const visitor = app.createVisitor()
  const html = await (await visitor.request('/')).text()
  const script = html.match(/src="(\/assets\/[^"]+\.js)"/)?.[1] ?? ''
  const response = await visitor.request(script, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('The contract is served as an OpenAPI 3.1 document and as a readable page', async () => {
  const visitor = app.createVisitor()
  const document = (await (await visitor.request('/api/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, object>
  }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths).toSorted()).toEqual(
    ['/api/events', ...names.map((name) => addressOf(name).url)].toSorted(),
  )
  const page = await (await visitor.request('/api/docs')).text()
  for (const name of names) expect(page).toContain(addressOf(name).url)
})

test('The process is alive and ready', async () => {
  expect((await app.createVisitor().request('/livez')).status).toBe(200)
  expect((await app.createVisitor().request('/readyz')).status).toBe(200)
})

describe('With rate limits', () => {
  const limited = useTestApp({ RATE_LIMITS: 'on' })

  test('the eleventh password for an account is refused without a check', async () => {
    const alice = await limited.createUser('alice')
    const guess = (email: string, attempt: string) =>
      limited.createVisitor().call('login', { email, password: attempt })
    for (let n = 0; n < 10; n++) expect((await guess('alice@example.it', `sbagliata ${n}`)).status).toBe(401)
    const refused = await guess('ALICE@example.it', password)
    expect(refused).toMatchObject({
      status: 429,
      body: { success: false, error: 'Hai fatto troppe richieste. Riprova tra poco.' },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await guess('altra@example.it', 'qualsiasi cosa')).status).toBe(401)
    expect((await alice.call('getFeed', {})).status).toBe(200)
  })

  test('a user who likes 130 times at once is slowed down', async () => {
    const bruno = await limited.createUser('bruno')
    const { id } = await bruno.createPost('Ciao', { image: await createPhoto(64, 64) })
    const replies = await Promise.all(Array.from({ length: 130 }, () => bruno.call('likePost', { post_id: id })))
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(5)
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(100)
  })

  test('the table of attempts contains no e-mail and no network address', async () => {
    const { rows } = await sql<{ key: string }>`SELECT key FROM rate_limits`.execute(limited.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ key }) => key).join()).not.toMatch(/@|127\.0\.0\.1/)
  })
})

test('Behind a proxy a forged address does not reset the limit', async () => {
  const proxied = await createTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
  const guess = (n: number, address: string) =>
    proxied.createVisitor().request('/api/auth/check_email.php', {
      method: 'POST',
      body: new URLSearchParams({ email: `a${n}@example.it` }),
      headers: { 'x-forwarded-for': `203.0.113.${n}, ${address}` },
    })
  const replies = await Promise.all(Array.from({ length: 70 }, (_, index) => guess(index, '198.51.100.1')))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await guess(0, '198.51.100.2')).status).toBe(200)
  await proxied.close()
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:bbbb:cccc:dddd:eeee', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('The address %s is limited as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

describe('The end of a server', () => {
  /** Less than the 60 s after which the server closes a silent connection anyway. */
  const stopTimeoutMs = 30_000
  let otherApp: TestApp
  beforeEach(async () => {
    otherApp = await createTestApp()
  })

  const isOpened = () =>
    new Promise<boolean>((resolve) => {
      const unused = connect(addressOfApp(otherApp)).resume()
      unused.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })

  test('is not delayed by an idle connection', { timeout: stopTimeoutMs }, async () => {
    const unused = connect(addressOfApp(otherApp))
    await once(unused, 'connect')
    const closed = once(unused.resume(), 'close')
    await otherApp.createVisitor().request('/livez')
    await otherApp.close()
    await closed
    expect(unused.bytesRead).toBe(0)
  })

  test('refuses nobody whose request is on its way', { timeout: stopTimeoutMs }, async () => {
    const socket = await openSocket(addressOfApp(otherApp).port)
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.write('GET /livez HTTP/1.1\r\n')
    // What it has read of the other connection it has read of this one.
    await otherApp.createVisitor().request('/livez')
    const stopped = otherApp.close()
    await expect.poll(() => isOpened(), { interval: 5 }).toBe(false)
    socket.write('host: localhost\r\n\r\n')
    await stopped
    expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
  })

  test('is not delayed by connections that it has not accepted when it stops', { timeout: stopTimeoutMs }, async () => {
    const sockets = Array.from({ length: 50 }, () =>
      connect(addressOfApp(otherApp))
        .resume()
        .on('error', () => undefined),
    )
    await once(sockets[0]!, 'connect')
    await otherApp.close()
  })
})
