import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { toForm, exampleInput, type Fields, type FuzzContext } from '#server/testing/fuzz/arbitrary-inputs.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'

// Who somebody is, the session says, and nothing else does: asked of every call that there is.

const names = Object.keys(calls) as CallName[]
const posts = names.filter((name) => addressOf(name).method === 'POST')
const forViewers = names.filter((name) => calls[name].access === 'viewer')

let app: TestApp
let alice: TestUser
let bruno: TestUser
let known: FuzzContext
beforeAll(async () => {
  app = await createTestApp()
  alice = await app.createUser('alice')
  bruno = await app.createUser('bruno')
  known = { viewer: alice.id, ids: [(await bruno.createPost('Ciao')).id], picture: await createPhoto(40, 40) }
})
afterAll(() => app.close())

/** A request with exactly these headers. */
async function send(name: CallName, fields: Fields, headers: Record<string, string>): Promise<Response> {
  const { method, url } = addressOf(name)
  const body = toForm(fields)
  return fetch(new URL(method === 'GET' ? `${url}?${body}` : url, app.url), {
    method,
    headers,
    ...(method === 'POST' && { body }),
  })
}

async function signIn(person: TestUser): Promise<string> {
  const response = await send('login', { email: `${person.username}@example.it`, password }, {})
  return response.headers.getSetCookie()[0]?.match(/^sid=([^;]+)/)?.[1] ?? ''
}

/** @returns the letter with a link to choose a new password. */
async function askForLetter(name: string, headers: Record<string, string> = {}): Promise<string> {
  const folder = path.join(app.dataDir, 'outbox')
  const letters = async () => (await readdir(folder).catch(() => [])).toSorted()
  const before = await letters()
  await send('forgotPassword', { email: `${name}@example.it` }, headers)
  await expect.poll(letters, { timeout: 15_000 }).toHaveLength(before.length + 1)
  const letter = await readFile(path.join(folder, (await letters()).at(-1) ?? ''), 'utf8')
  return letter.replace(/=\n/g, '').replace(/=3D/g, '=')
}

describe('Nobody acts as somebody else', () => {
  let cookie: string
  beforeAll(async () => {
    cookie = `sid=${await signIn(alice)}`
  })
  const acting = names.flatMap((name) => {
    const { actingAs }: Endpoint = calls[name]
    return actingAs ? [{ name, field: actingAs }] : []
  })

  beforeAll(() => alice.makeModerator())

  test.each(acting)('$name refuses another’s $field', async ({ name, field }) => {
    const claimed = { ...exampleInput(name, known), [field]: bruno.id }
    expect((await send(name, claimed, { cookie })).status).toBe(403)
    // For who does not moderate those calls are not there.
    expect((await send(name, claimed, {})).status).toBe(calls[name].access === 'moderator' ? 404 : 401)
  })
})

describe('A session that has ended is none', () => {
  const ended: Record<string, () => Promise<string>> = {
    async expired() {
      const token = await signIn(alice)
      await app.db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('user_id', '=', alice.id)
        .execute()
      return token
    },
    async 'signed out'() {
      const token = await signIn(alice)
      await send('logout', {}, { cookie: `sid=${token}` })
      return token
    },
    async 'of somebody who has chosen a new password by a mailed link'() {
      const token = await signIn(bruno)
      const [, link = ''] = (await askForLetter('bruno')).match(/\/reset-password#([\w-]+)/) ?? []
      expect((await send('resetPassword', { token: link, password }, {})).status).toBe(200)
      return token
    },
    async 'of somebody who is gone'() {
      const carla = await app.createUser(`carla${Date.now()}`)
      const token = await signIn(carla)
      await send('deleteAccount', { password }, { cookie: `sid=${token}` })
      return token
    },
  }
  test.each(Object.keys(ended))('%s, to every call', async (why) => {
    const token = await ended[why]!()
    for (const name of forViewers) {
      for (const headers of [{ cookie: `sid=${token}` }, { authorization: `Bearer ${token}` }]) {
        expect([name, (await send(name, exampleInput(name, { ...known, viewer: undefined }), headers)).status]).toEqual(
          [name, 401],
        )
      }
    }
  })
})

describe('What is no session is nobody', () => {
  test.each([
    ['nothing', ''],
    ['a long one', 'x'.repeat(8000)],
    ['not ASCII', 'é'.repeat(40)],
    ['quotes', '"; DROP TABLE sessions; --'],
    ['what cannot be decoded', '%E0%A4%A'],
    ['an encoded NUL', '%00'.repeat(20)],
    ['another name', '__proto__'],
  ])('%s', async (_case, token) => {
    for (const headers of [
      { cookie: `sid=${token}` },
      { cookie: `sid=${token}; sid=${token}` },
      { authorization: `Bearer ${token}` },
      { cookie: `sid=${token}`, authorization: `Bearer ${token}` },
    ]) {
      expect((await send('getFeed', {}, headers as Record<string, string>)).status).toBe(401)
    }
  })

  test('a cookie and a Bearer that disagree are one of the two, and never more', async () => {
    const [hers, his] = [await signIn(alice), await signIn(bruno)]
    const emailOf = async (headers: Record<string, string>) =>
      ((await (await send('completeOnboarding', {}, headers)).json()) as { user?: { email: string } }).user?.email
    expect(await emailOf({ cookie: `sid=${hers}`, authorization: `Bearer ${his}` })).toBe('alice@example.it')
    expect(await emailOf({ cookie: 'sid=x', authorization: `Bearer ${his}` })).toBeUndefined()
    expect(await emailOf({ authorization: `Bearer ${his}` })).toBe('bruno@example.it')
    expect(await emailOf({ authorization: `Basic ${his}` })).toBeUndefined()
    expect(['alice@example.it', 'bruno@example.it', undefined]).toContain(
      await emailOf({ cookie: `sid=${hers}; sid=${his}` }),
    )
  })

  test('a head with a NUL is refused before anybody reads it', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port) })
    socket.end('GET /api/feed/get_feed.php HTTP/1.1\r\nHost: x\r\nCookie: sid=a\0b\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('A page of another site', () => {
  let cookie: string
  beforeAll(async () => {
    cookie = `sid=${await signIn(alice)}`
  })
  const foreign = [
    'https://altrove.example',
    'null',
    'file://',
    'http://127.0.0.1',
    'https://127.0.0.1:1',
    'chrome-extension://abc',
  ]

  test.each(posts)('makes no call through a cookie: %s', async (name) => {
    const { host } = new URL(app.url)
    for (const origin of [
      ...foreign,
      `http://${host}.altrove.example`,
      `https://${host}`,
      `http://altrove.example/${host}`,
    ]) {
      expect([origin, (await send(name, exampleInput(name, known), { cookie, origin })).status]).toEqual([origin, 403])
    }
  })

  test('is not helped by a Host that it made up', async () => {
    const { port } = new URL(app.url)
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    socket.end(
      `POST /api/auth/logout.php HTTP/1.1\r\nHost: altrove.example\r\nOrigin: http://altrove.example\r\nCookie: ${cookie}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('is told by no header that it may read', async () => {
    for (const name of names) {
      const { url } = addressOf(name)
      const headers = {
        origin: 'https://altrove.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      const asked = await fetch(new URL(url, app.url), { method: 'OPTIONS', headers })
      const got = await fetch(new URL(url, app.url), { headers })
      for (const response of [asked, got])
        expect([name, [...response.headers.keys()].filter((header) => header.startsWith('access-control-'))]).toEqual([
          name,
          [],
        ])
      expect(asked.status).toBeGreaterThanOrEqual(400)
    }
  })
})

test('No header turns one method into another', async () => {
  const cookie = `sid=${await signIn(alice)}`
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

test('HEAD needs what GET needs, and says nothing', async () => {
  for (const name of forViewers.filter((one) => addressOf(one).method === 'GET')) {
    const response = await fetch(new URL(addressOf(name).url, app.url), { method: 'HEAD' })
    expect([name, response.status, await response.text()]).toEqual([name, 401, ''])
  }
})

test('A forged Host is in no letter', async () => {
  const letter = await askForLetter('alice', {
    'x-forwarded-host': 'altrove.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=altrove.example',
  })
  expect(letter).toContain('/reset-password#')
  expect(letter).not.toContain('altrove')
})
