import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { toForm, exampleInput, type Fields, type FuzzContext } from '#server/testing/fuzz/arbitrary-inputs.ts'
import { password, signIn } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

// Only the session identifies the user who makes a request. Tested with every call.

const names = Object.keys(calls) as CallName[]
const postCalls = names.filter((name) => addressOf(name).method === 'POST')
const viewerCalls = names.filter((name) => calls[name].access === 'viewer')

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')
let fuzzContext: FuzzContext
beforeAll(async () => {
  fuzzContext = { viewer: alice.id, ids: [(await bruno.createPost('Ciao')).id], picture: await createPhoto(40, 40) }
})

/** Sends a request with exactly these headers. */
async function send(name: CallName, fields: Fields, headers: Record<string, string>): Promise<Response> {
  const { method, url } = addressOf(name)
  const body = toForm(fields)
  return fetch(new URL(method === 'GET' ? `${url}?${body}` : url, app.url), {
    method,
    headers,
    ...(method === 'POST' && { body }),
  })
}

/** Signs in and returns the token of the new session. */
const createToken = async ({ username }: TestUser): Promise<string> =>
  (await signIn(app.url, username)).replace(/^sid=/, '')

/** @returns the e-mail with a link to choose a new password. */
async function requestResetEmail(name: string, headers: Record<string, string> = {}): Promise<string> {
  const folder = path.join(app.dataDir, 'outbox')
  const listEmails = async () => (await readdir(folder).catch(() => [])).toSorted()
  const before = await listEmails()
  await send('forgotPassword', { email: `${name}@example.it` }, headers)
  await expect.poll(listEmails).toHaveLength(before.length + 1)
  const email = await readFile(path.join(folder, (await listEmails()).at(-1) ?? ''), 'utf8')
  return email.replace(/=\n/g, '').replace(/=3D/g, '=')
}

describe('A client cannot act as another user', () => {
  let cookie: string
  beforeAll(async () => {
    cookie = await signIn(app.url, 'alice')
  })
  const acting = names.flatMap((name) => {
    const { actingAs }: Endpoint = calls[name]
    return actingAs ? [{ name, field: actingAs }] : []
  })

  beforeAll(() => alice.makeAdministrator())

  test.each(acting)('$name refuses the $field of another user', async ({ name, field }) => {
    const claimed = { ...exampleInput(name, fuzzContext), [field]: bruno.id }
    expect((await send(name, claimed, { cookie })).status).toBe(403)
    // For others, calls of moderators and administrators do not exist.
    const exists = ['public', 'viewer'].includes(calls[name].access)
    expect((await send(name, claimed, {})).status).toBe(exists ? 401 : 404)
  })
})

describe('A session that has ended is refused by every call', () => {
  const endedSessions: Record<string, () => Promise<string>> = {
    async 'that has expired'() {
      const token = await createToken(alice)
      await sql`UPDATE sessions SET expires_at = ${new Date(Date.now() - 1000)} WHERE user_id = ${alice.id}`.execute(
        app.db,
      )
      return token
    },
    async 'that was signed out'() {
      const token = await createToken(alice)
      await send('logout', {}, { cookie: `sid=${token}` })
      return token
    },
    async 'of a user who has chosen a new password by a mailed link'() {
      const token = await createToken(bruno)
      const [, link = ''] = (await requestResetEmail('bruno')).match(/\/reset-password#([\w-]+)/) ?? []
      expect((await send('resetPassword', { token: link, password }, {})).status).toBe(200)
      return token
    },
    async 'of a deleted account'() {
      const carla = await app.createUser(`carla${Date.now()}`)
      const token = await createToken(carla)
      await send('deleteAccount', { password }, { cookie: `sid=${token}` })
      return token
    },
  }
  test.each(Object.keys(endedSessions))('a session %s', async (reason) => {
    const token = await endedSessions[reason]!()
    for (const name of viewerCalls) {
      for (const headers of [{ cookie: `sid=${token}` }, { authorization: `Bearer ${token}` }]) {
        expect([
          name,
          (await send(name, exampleInput(name, { ...fuzzContext, viewer: undefined }), headers)).status,
        ]).toEqual([name, 401])
      }
    }
  })
})

describe('An invalid token is not a session', () => {
  test.each([
    ['an empty token', ''],
    ['a long token', 'x'.repeat(8000)],
    ['a token that is not ASCII', 'é'.repeat(40)],
    ['a token with quotes', '"; DROP TABLE sessions; --'],
    ['a token that cannot be decoded', '%E0%A4%A'],
    ['a token of encoded NULs', '%00'.repeat(20)],
    ['a property name', '__proto__'],
  ])('%s is refused', async (_case, token) => {
    for (const headers of [
      { cookie: `sid=${token}` },
      { cookie: `sid=${token}; sid=${token}` },
      { authorization: `Bearer ${token}` },
      { cookie: `sid=${token}`, authorization: `Bearer ${token}` },
    ]) {
      expect((await send('getFeed', {}, headers as Record<string, string>)).status).toBe(401)
    }
  })

  test('a request with two different sessions acts as one of the two', async () => {
    const alicesToken = await createToken(alice)
    const brunosToken = await createToken(bruno)
    const emailOfViewer = async (headers: Record<string, string>) =>
      ((await (await send('completeOnboarding', {}, headers)).json()) as { user?: { email: string } }).user?.email
    expect(await emailOfViewer({ cookie: `sid=${alicesToken}`, authorization: `Bearer ${brunosToken}` })).toBe(
      'alice@example.it',
    )
    expect(await emailOfViewer({ cookie: 'sid=x', authorization: `Bearer ${brunosToken}` })).toBeUndefined()
    expect(await emailOfViewer({ authorization: `Bearer ${brunosToken}` })).toBe('bruno@example.it')
    expect(await emailOfViewer({ authorization: `Basic ${brunosToken}` })).toBeUndefined()
    expect(['alice@example.it', 'bruno@example.it', undefined]).toContain(
      await emailOfViewer({ cookie: `sid=${alicesToken}; sid=${brunosToken}` }),
    )
  })

  test('a request head with a NUL is refused', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port) })
    socket.end('GET /api/feed/get_feed.php HTTP/1.1\r\nHost: x\r\nCookie: sid=a\0b\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('A page of another site', () => {
  let cookie: string
  beforeAll(async () => {
    cookie = await signIn(app.url, 'alice')
  })
  const foreign = [
    'https://altrove.example',
    'null',
    'file://',
    'http://127.0.0.1',
    'https://127.0.0.1:1',
    'chrome-extension://abc',
  ]

  test.each(postCalls)('cannot make the call %s with the user’s cookie', async (name) => {
    const { host } = new URL(app.url)
    for (const origin of [
      ...foreign,
      `http://${host}.altrove.example`,
      `https://${host}`,
      `http://altrove.example/${host}`,
    ]) {
      expect([origin, (await send(name, exampleInput(name, fuzzContext), { cookie, origin })).status]).toEqual([
        origin,
        403,
      ])
    }
  })

  test('cannot make a call with a forged Host', async () => {
    const { port } = new URL(app.url)
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    socket.end(
      [
        'POST /api/auth/logout.php HTTP/1.1',
        'Host: altrove.example',
        'Origin: http://altrove.example',
        `Cookie: ${cookie}`,
        'Content-Length: 0',
        'Connection: close\r\n\r\n',
      ].join('\r\n'),
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('gets no CORS header that would let it read a reply', async () => {
    for (const name of names) {
      const { url } = addressOf(name)
      const headers = {
        origin: 'https://altrove.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      const preflight = await fetch(new URL(url, app.url), { method: 'OPTIONS', headers })
      const reply = await fetch(new URL(url, app.url), { headers })
      for (const response of [preflight, reply])
        expect([name, [...response.headers.keys()].filter((header) => header.startsWith('access-control-'))]).toEqual([
          name,
          [],
        ])
      expect(preflight.status).toBeGreaterThanOrEqual(400)
    }
  })
})

test('No header changes the method of a request', async () => {
  const cookie = await signIn(app.url, 'alice')
  for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    expect((await send('getFeed', {}, { cookie, [header]: 'POST' })).status).toBe(200)
    expect(
      (
        await fetch(new URL(`${addressOf('logout').url}?_method=POST`, app.url), {
          headers: { cookie, [header]: 'POST' },
        })
      ).status,
    ).toBe(405)
  }
  expect((await send('getFeed', {}, { cookie })).status).toBe(200)
})

test('HEAD requires a session as GET does, and has no body', async () => {
  for (const name of viewerCalls.filter((one) => addressOf(one).method === 'GET')) {
    const response = await fetch(new URL(addressOf(name).url, app.url), { method: 'HEAD' })
    expect([name, response.status, await response.text()]).toEqual([name, 401, ''])
  }
})

test('A forged Host does not appear in an e-mail', async () => {
  const email = await requestResetEmail('alice', {
    'x-forwarded-host': 'altrove.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=altrove.example',
  })
  expect(email).toContain('/reset-password#')
  expect(email).not.toContain('altrove')
})

describe('Over https', () => {
  const secure = useTestApp({ PUBLIC_URL: 'https://dintorni.example' })

  test('the session has a cookie that no other host of the domain can set, and one with its plain name counts for nobody', async () => {
    const visitor = secure.createVisitor()
    await secure.createUser('vittima')
    const reply = await visitor.call('login', { email: 'vittima@example.it', password })
    expect(reply.headers.getSetCookie()[0]).toMatch(
      /^__Host-sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const token = visitor.cookie().replace(/^__Host-sid=/, '')
    const readWith = async (cookie: string) =>
      (await fetch(new URL(addressOf('getAccount').url, secure.url), { headers: { cookie } })).status
    expect(await readWith(`sid=${token}`)).toBe(401)
    expect(await readWith(`sid=x; __Host-sid=${token}`)).toBe(200)
  })
})
