import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { type Client, password } from '#server/testing/fixtures/api-client.ts'
import { type TestApp, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { verify } from './passwords.ts'
import { networksOf } from './rate-limit.ts'

/** Sends calls with a forwarded address, as a proxy or a client that forges it would. */
const createSender = (app: TestApp) => async (name: CallName, fields: Record<string, string>, from?: string) => {
  const response = await app.createVisitor().request(addressOf(name).url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...(from && { 'x-forwarded-for': from }) },
  })
  await response.text()
  return response
}
const waitForStatuses = async (replies: Promise<Response>[]) => (await Promise.all(replies)).map(({ status }) => status)
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('A client that guesses passwords', () => {
  const app = useTestApp({ RATE_LIMITS: 'on' })
  let send: ReturnType<typeof createSender>
  beforeAll(async () => {
    send = createSender(app)
  })

  test('does not get further attempts by spelling the address differently', async () => {
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
      expect((await send('login', { email, password: 'sbagliata davvero' })).status).toBe(401)
    }
    for (const email of ['iris@example.it', 'IRIS@example.it', '\u00a0iris@example.it']) {
      const reply = await send('login', { email, password })
      expect(reply.status).toBe(429)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('cannot sign in with letters that a database may treat as equal', async () => {
    await app.createUser('lidia')
    for (const email of [
      'l\u0130dia@example.it',
      'lid\u0130a@example.it',
      'lidia@example.\u0130t',
      'l\u0131dia@example.it',
    ])
      expect((await send('login', { email, password })).status).toBe(401)
  })

  test('gets sixty attempts from one address for all accounts together, despite forged headers', async () => {
    const replies = await waitForStatuses(
      range(70).map((n) =>
        send('login', { email: `conto${n}@example.it`, password: 'sbagliata davvero' }, `203.0.113.${n}`),
      ),
    )
    expect(count(replies, 429)).toBeGreaterThanOrEqual(10)
    expect(count(replies, 401)).toBeLessThanOrEqual(60)
  })
})

describe('Behind a proxy', () => {
  const app = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
  let send: ReturnType<typeof createSender>
  beforeAll(async () => {
    send = createSender(app)
  })

  test('a guessing client does not lock the owner out', async () => {
    await app.createUser('alice')
    const guesses = await waitForStatuses(
      range(50).map(() => send('login', { email: 'alice@example.it', password: 'sbagliata davvero' }, '203.0.113.7')),
    )
    expect(count(guesses, 401)).toBe(10)
    expect(count(guesses, 429)).toBe(40)
    expect((await send('login', { email: 'alice@example.it', password }, '198.51.100.1')).status).toBe(200)
  })

  test('an IPv6 network of /64 counts as one address', async () => {
    await app.createUser('bruno')
    const guess = (from: string) => send('login', { email: 'bruno@example.it', password: 'sbagliata davvero' }, from)
    const fromOneNetwork = await waitForStatuses(
      range(15).map((n) => guess(`2001:db8:1:2:${n.toString(16)}::${n + 1}`)),
    )
    expect(count(fromOneNetwork, 429)).toBe(5)
    expect((await guess('2001:db8:1:3::1')).status).toBe(401)
  })

  test('many guessing clients get a hundred attempts together; sessions and mailed links still work', async () => {
    const carla = await app.createUser('carla')
    const guesses: number[] = []
    for (const network of range(20))
      guesses.push(
        ...(await waitForStatuses(
          range(8).map(() =>
            send('login', { email: 'carla@example.it', password: 'sbagliata davvero' }, `203.0.${network}.9`),
          ),
        )),
      )
    expect(count(guesses, 401)).toBe(100)
    expect(count(guesses, 429)).toBe(60)
    expect((await carla.call('getFeed', {})).status).toBe(200)
    expect((await send('forgotPassword', { email: 'carla@example.it' }, '198.51.100.1')).status).toBe(200)
    expect((await send('login', { email: 'bruno.altro@example.it', password }, '198.51.100.1')).status).toBe(401)
  })
})

describe('On a server with its default configuration', () => {
  const app = useTestApp()
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  })
  afterAll(() => server.stop())

  test('password hashes are expensive to attack', async () => {
    const registered = await app.createVisitor().request(server.url + addressOf('register').url, {
      method: 'POST',
      body: new URLSearchParams({ username: 'alice', email: 'alice@example.it', password }),
    })
    expect(registered.status).toBe(200)
    const { password_hash } = await sql<{ password_hash: string }>`SELECT password_hash FROM users`.one(app.db)
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('While the queue for checking passwords is full', () => {
  const app = useTestApp()

  test('a sign-in gets 503, whether or not the account exists, and other pages still work', async () => {
    const alice = await app.createUser('alice')
    const send = createSender(app)
    // 82 run or wait (passwords.ts); each that ends makes room for the next, so the queue stays full.
    const expensive = await argon2.hash(password, { memoryCost: 19 * 1024, timeCost: 2 })
    const enough = new AbortController()
    const keepFull = async () => {
      while (!enough.signal.aborted) await verify(expensive, password)
    }
    const fillers = range(82).map(keepFull)
    try {
      for (const email of ['alice@example.it', 'nessuno@example.it']) {
        const reply = await send('login', { email, password: 'sbagliata davvero' })
        expect(reply.status).toBe(503)
        expect(reply.headers.get('retry-after')).toBe('5')
      }
      expect((await alice.call('getFeed', {})).status).toBe(200)
    } finally {
      enough.abort()
      await Promise.all(fillers)
    }
    expect((await send('login', { email: 'alice@example.it', password })).status).toBe(200)
  })
})

test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['::ffff:203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:1:2ab:aaaa::1', ['2001:db8:1:2ab::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:0db8:0001::', ['2001:db8:1:0::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
])('Attempts from %s are counted in its networks', (address, keys) => {
  expect(networksOf(address).map(({ key }) => key)).toEqual(keys)
})

describe('Somebody who reads without pause', () => {
  const app = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })

  test('is slowed down after 200 reads in twenty seconds, wherever they come from, and nobody else is', async () => {
    const [greedy, modest] = await Promise.all([app.createUser('ingorda'), app.createUser('sobria')])
    const read = async (user: Client, from: string) => {
      const reply = await user.request(addressOf('getAccount').url, { headers: { 'x-forwarded-for': from } })
      await reply.text()
      return reply.status
    }
    const statuses: number[] = []
    for (let n = 0; n < 220; n += 20)
      statuses.push(...(await Promise.all(range(20).map((index) => read(greedy, `203.0.113.${index}`)))))
    expect(count(statuses, 200)).toBe(200)
    expect(count(statuses, 429)).toBe(20)
    expect(await read(modest, '203.0.113.1')).toBe(200)
  })

  test('is slowed down earlier by what costs more', async () => {
    const reader = await app.createUser('cercatrice')
    const statuses: number[] = []
    for (let n = 0; n < 41; n++) statuses.push((await reader.call('searchPosts', { q: 'mare' })).status)
    expect(count(statuses, 200)).toBe(40)
    expect(statuses.at(-1)).toBe(429)
  })
})
