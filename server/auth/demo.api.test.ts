import http from 'node:http'
import os from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '#contract/call-paths.ts'
import { demoMetaName } from '#contract/preloaded-data.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { createTestApp, type TestApp, type TestUser } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const demo = { email: 'giulia@example.it', name: 'Giulia', town: 'Roma' }
const enterDemo = addressOf('enterDemo').url

type Sent = { method?: string; path?: string; headers?: Record<string, string>; connectTo?: string }
type Received = { status: number; body: string; cookies: string[] }

/** Sends a request with any Host, as a browser cannot: to the server's port, at any address of this machine. */
function send(app: TestApp, { method = 'POST', path = enterDemo, headers = {}, connectTo }: Sent): Promise<Received> {
  const { hostname, port } = new URL(app.url)
  const host = connectTo ?? hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const request = http.request({ host, port, method, path, headers: { host: `localhost:${port}`, ...headers } })
    request.on('error', reject).on('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, cookies: response.headers['set-cookie'] ?? [] }),
      )
    })
    request.end()
  })
}

const openPage = (app: TestApp, path: string, sent: Sent = {}) => send(app, { ...sent, method: 'GET', path })
const offers = ({ body }: Received) => body.includes(`<meta name="${demoMetaName}" content="Giulia"`)
const ownOrigin = (app: TestApp) => ({ origin: `http://localhost:${new URL(app.url).port}` })

async function createDemoApp(environment: NodeJS.ProcessEnv = {}): Promise<{ app: TestApp; giulia: TestUser }> {
  const app = await createTestApp(environment, undefined, demo)
  return { app, giulia: await app.createUser('giulia') }
}

describe('On a server with the demo', () => {
  let app: TestApp
  let giulia: TestUser
  beforeAll(async () => ({ app, giulia } = await createDemoApp()))
  afterAll(() => app.close())

  /** It neither signs in nor shows on a page that others could. */
  async function expectNoDemo(sent: Sent, status = 404): Promise<void> {
    const reply = await send(app, sent)
    expect(reply.status).toBe(status)
    expect(reply.cookies).toEqual([])
    for (const path of ['/login', '/', '/register', '/welcome'])
      expect(offers(await openPage(app, path, sent)), path).toBe(false)
  }

  test('somebody at this machine signs in as Giulia with one press, and looks around her town', async () => {
    for (const headers of [ownOrigin(app), {}, { host: new URL(app.url).host }]) {
      const reply = await send(app, { headers })
      expect(reply.status).toBe(200)
      const { user, town } = JSON.parse(reply.body)
      expect(user).toMatchObject({ id: giulia.id, username: 'giulia' })
      expect(town).toEqual({ latitude: expect.closeTo(41.9, 0), longitude: expect.closeTo(12.5, 0) })
      expect(reply.cookies.some((cookie) => /^sid=.{40,}; .*HttpOnly/.test(cookie))).toBe(true)
    }
  })

  test('the pages say so, whichever is opened first, and are not kept', async () => {
    for (const path of ['/login', '/', '/register', '/welcome', '/post/1', '/forgot-password'])
      expect(offers(await openPage(app, path)), path).toBe(true)
  })

  test('the page of somebody who is signed in says so too: it becomes the login page when they sign out', async () => {
    await giulia.callOk('completeOnboarding', {})
    const signedIn = { headers: { cookie: `${giulia.cookie()}; where=45.46_9.19` } }
    const page = await openPage(app, '/feed', signedIn)
    expect(page.body).toContain('id="opening"')
    expect(offers(page)).toBe(true)
    expect(offers(await openPage(app, '/feed', { headers: { ...signedIn.headers, via: '1.1 proxy' } }))).toBe(false)
  })

  test.for([
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 caddy' },
    { 'X-Forwarded-Proto': 'https' },
    { 'cf-connecting-ip': '203.0.113.7' },
  ])('a client of a proxy on this machine, which adds %o, is a stranger', async (headers) => {
    await expectNoDemo({ headers: { ...headers } })
  })

  test('a page whose own name was made to point here (DNS rebinding) gets nothing', async () => {
    const { port } = new URL(app.url)
    for (const host of [`evil.example:${port}`, `localhost.evil.example:${port}`, 'evil.localhost'])
      await expectNoDemo({ headers: { host } })
    await expectNoDemo({ headers: { host: `evil.example:${port}`, origin: `http://evil.example:${port}` } }, 403)
  })

  test('a page of another site, or of another program on this machine, cannot press for Giulia', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:1', 'http://127.0.0.1:1', 'null']) {
      const reply = await send(app, { headers: { origin } })
      expect(reply.status, origin).toBe(403)
      expect(reply.cookies).toEqual([])
    }
  })

  test('reading the address does not sign in', async () => {
    expect((await send(app, { method: 'GET' })).status).toBe(405)
  })

  test('where somebody has given Giulia a passkey, the press leads to it', async () => {
    const other = await createDemoApp({ PUBLIC_URL: 'http://localhost:3000' })
    await sql`INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name) VALUES (${other.giulia.id}, 'chiave', ${Buffer.from('chiave')}, 0, ${[]}, 'Chiave')`.execute(
      other.app.db,
    )
    const reply = await send(other.app, {})
    expect(reply.status).toBe(200)
    expect(JSON.parse(reply.body)).toMatchObject({ second_step: { ticket: expect.any(String) } })
    expect(reply.cookies).toEqual([])
    await other.app.close()
  })

  test('once Giulia is suspended or has left, nobody is offered her', async () => {
    const other = await createDemoApp()
    await suspendAccount(other.app.db, { actorId: null, userId: other.giulia.id, note: '' })
    expect((await send(other.app, {})).status).toBe(404)
    expect(offers(await openPage(other.app, '/login'))).toBe(false)
    await other.app.close()
    const another = await createDemoApp()
    await another.giulia.callOk('deleteAccount', { password: 'una lunga frase segreta' })
    expect((await send(another.app, {})).status).toBe(404)
    expect(offers(await openPage(another.app, '/login'))).toBe(false)
    await another.app.close()
  })
})

test('Without the demo community nobody is offered anything', async () => {
  const app = await createTestApp()
  await app.createUser('giulia')
  expect((await send(app, {})).status).toBe(404)
  expect(offers(await openPage(app, '/login'))).toBe(false)
  await app.close()
})

test.each([
  ['TRUST_PROXY=on', { TRUST_PROXY: 'on' }],
  ['a public address', { PUBLIC_URL: 'https://dintorni.example' }],
])('With %s nobody is offered anything, not even at this machine', async (_case, environment) => {
  const { app } = await createDemoApp(environment)
  for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }]) {
    expect((await send(app, { headers })).status).toBe(404)
    expect(offers(await openPage(app, '/login', { headers }))).toBe(false)
  }
  await app.close()
})

describe('On a server that listens on every address, IPv4 and IPv6', () => {
  let app: TestApp
  beforeAll(async () => {
    app = (await createDemoApp({ HOST: '::', PUBLIC_URL: 'http://localhost:3000' })).app
  })
  afterAll(() => app.close())

  test.each(['127.0.0.1', '::1'])('somebody at this machine signs in over %s', async (connectTo) => {
    expect((await send(app, { connectTo })).status).toBe(200)
    expect(offers(await openPage(app, '/login', { connectTo }))).toBe(true)
  })

  const outside = Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address)

  test('a client of the network gets nothing, whatever it calls the server', async () => {
    for (const connectTo of outside) {
      expect((await send(app, { connectTo })).status, connectTo).toBe(404)
      expect(offers(await openPage(app, '/login', { connectTo })), connectTo).toBe(false)
    }
  })
})
