import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { type Client, password } from '#server/testing/fixtures/api-client.ts'
import { createTestApp, type TestApp } from '#server/testing/fixtures/test-app.ts'

/** Says where it comes from, as a proxy would, or as somebody would who invents it. */
const asking = (app: TestApp) => async (name: CallName, fields: Record<string, string>, from?: string) => {
  const response = await app.createVisitor().request(addressOf(name).url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...(from && { 'x-forwarded-for': from }) },
  })
  await response.text()
  return response
}
const statuses = async (replies: Promise<Response>[]) => (await Promise.all(replies)).map(({ status }) => status)
const count = (all: number[], status: number) => all.filter((one) => one === status).length
const many = (times: number) => Array.from({ length: times }, (_, at) => at)

describe('Whoever guesses passwords', () => {
  let app: TestApp
  let ask: ReturnType<typeof asking>
  beforeAll(async () => {
    app = await createTestApp({ RATE_LIMITS: 'on' })
    ask = asking(app)
  })
  afterAll(() => app.close())

  test('does not begin again by writing the address differently', async () => {
    await app.createUser('iris')
    for (const email of [
      'iris@example.it',
      'IRIS@example.it',
      ' iris@example.it',
      'Iris@Example.IT ',
      'iris@example.it\ufeff',
      'iris@example.it\u2003',
      'iRis@example.it',
      'irIs@example.it',
      'iriS@example.it',
      'iris@EXAMPLE.it',
    ]) {
      expect((await ask('login', { email, password: 'sbagliata davvero' })).status).toBe(401)
    }
    for (const email of ['iris@example.it', 'IRIS@example.it', '\u00a0iris@example.it']) {
      const reply = await ask('login', { email, password })
      expect(reply.status).toBe(429)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('gets into no account by letters that a database takes for others', async () => {
    await app.createUser('lidia')
    for (const email of [
      'l\u0130dia@example.it',
      'lid\u0130a@example.it',
      'lidia@example.\u0130t',
      'l\u0131dia@example.it',
    ])
      expect((await ask('login', { email, password })).status).toBe(401)
  })

  test('tries many accounts from one address no more than sixty times, wherever the requests say to come from', async () => {
    const replies = await statuses(
      many(70).map((at) =>
        ask('login', { email: `conto${at}@example.it`, password: 'sbagliata davvero' }, `203.0.113.${at}`),
      ),
    )
    expect(count(replies, 429)).toBeGreaterThanOrEqual(10)
    expect(count(replies, 401)).toBeLessThanOrEqual(60)
  })
})

describe('Behind a proxy', () => {
  let app: TestApp
  let ask: ReturnType<typeof asking>
  beforeAll(async () => {
    app = await createTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
    ask = asking(app)
  })
  afterAll(() => app.close())

  test('one who guesses does not lock the owner out', async () => {
    await app.createUser('alice')
    const guesses = await statuses(
      many(50).map(() => ask('login', { email: 'alice@example.it', password: 'sbagliata davvero' }, '203.0.113.7')),
    )
    expect(count(guesses, 401)).toBe(10)
    expect(count(guesses, 429)).toBe(40)
    expect((await ask('login', { email: 'alice@example.it', password }, '198.51.100.1')).status).toBe(200)
  })

  test('a household of IPv6 is one, and two are two', async () => {
    await app.createUser('bruno')
    const guess = (from: string) => ask('login', { email: 'bruno@example.it', password: 'sbagliata davvero' }, from)
    const within = await statuses(many(15).map((at) => guess(`2001:db8:1:2:${at.toString(16)}::${at + 1}`)))
    expect(count(within, 429)).toBe(5)
    expect((await guess('2001:db8:1:3::1')).status).toBe(401)
  })

  test('many who guess together stop at a hundred; what the owner has open, and a mailed link, go on', async () => {
    const carla = await app.createUser('carla')
    const guesses: number[] = []
    for (const house of many(20))
      guesses.push(
        ...(await statuses(
          many(8).map(() =>
            ask('login', { email: 'carla@example.it', password: 'sbagliata davvero' }, `203.0.${house}.9`),
          ),
        )),
      )
    expect(count(guesses, 401)).toBe(100)
    expect(count(guesses, 429)).toBe(60)
    expect((await carla.call('getFeed', {})).status).toBe(200)
    expect((await ask('forgotPassword', { email: 'carla@example.it' }, '198.51.100.1')).status).toBe(200)
    expect((await ask('login', { email: 'bruno.altro@example.it', password }, '198.51.100.1')).status).toBe(401)
  })
})

describe('At a server as operators run it', () => {
  let app: TestApp
  let server: ServerProcess
  let alice: Client
  beforeAll(async () => {
    app = await createTestApp()
    server = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
    alice = app.createVisitor()
    expect((await post('register', { username: 'alice', email: 'alice@example.it', password }, alice)).status).toBe(200)
  })
  afterAll(async () => {
    await server.stop()
    await app.close()
  })
  const post = (name: CallName, fields: Record<string, string>, by = app.createVisitor()) =>
    by.request(server.url + addressOf(name).url, { method: 'POST', body: new URLSearchParams(fields) })

  test('a password is dear to try for whoever has stolen the database', async () => {
    const { password_hash } = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', 'alice')
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('some are told so when too many sign in at once, whether or not there is such an account: both wait in the same line', async () => {
    for (const email of ['alice@example.it', 'nessuno@example.it']) {
      const replies = statuses(many(150).map(() => post('login', { email, password: 'sbagliata davvero' })))
      expect((await alice.request(server.url + addressOf('getFeed').url)).status).toBe(200)
      const all = await replies
      expect(count(all, 401)).toBeGreaterThanOrEqual(82)
      expect(count(all, 503)).toBeGreaterThan(0)
      expect(count(all, 401) + count(all, 503)).toBe(150)
    }
  })
})
