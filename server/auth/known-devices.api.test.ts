import { describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { type Client, emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { useMailServer } from '#server/testing/harness/mail-server.ts'
import { sql } from '#server/testing/sql.ts'

// Somebody who wants to keep an owner out guesses from many networks. Addresses come from a trusted proxy.

const mail = useMailServer()
const app = useTestApp(() => ({ RATE_LIMITS: 'on', TRUST_PROXY: 'on', SMTP_URL: mail.url }))

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const newPassword = 'tutta un’altra frase'
const home = '198.51.100.1'
let lastNetwork = 0
/** Returns an IPv4 address of a network that no other test uses. */
const anotherNetwork = () => `100.${Math.floor(++lastNetwork / 200)}.${lastNetwork % 200}.9`

/** Makes a call from an address. @returns the reply, unread. */
function send<Name extends CallName>(
  client: Client,
  name: Name,
  { from, input, headers }: { from: string; input: Input<Name>; headers?: Record<string, string> },
): Promise<Response> {
  return client.request(addressOf(name).url, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
  })
}
/** Signs in from an address. @returns the status. */
async function signIn(client: Client, username: string, from: string, secret = password): Promise<number> {
  const response = await send(client, 'login', { from, input: { email: emailOf(username), password: secret } })
  await response.text()
  return response.status
}
const guess = (username: string, from: string) => signIn(app.createVisitor(), username, from, 'sbagliata davvero')

/**
 * Guesses from ever new networks, ten times each, until the account gets no further attempts. @returns how many it got.
 */
async function exhaustAccount(username: string): Promise<number> {
  for (let guesses = 0; ;) {
    const from = anotherNetwork()
    const statuses = await Promise.all(range(10).map(() => guess(username, from)))
    const allowed = statuses.filter((status) => status === 401).length
    guesses += allowed
    if (allowed < 10) return guesses
  }
}
const register = async (name: string) => {
  const client = app.createVisitor()
  const input = { username: name, email: emailOf(name), password }
  expect((await send(client, 'register', { from: anotherNetwork(), input })).status).toBe(200)
  // Otherwise the mail of a reset might overtake that of the registration, which a job sends.
  await mail.waitForEmail(emailOf(name))
  return client
}
const resetTokenIn = (text: string) => text.match(/\/reset-password#([\w-]{43})/)?.[1] ?? ''
const deviceCookieOf = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith('known_device='))

describe('An owner whose password others guess', () => {
  test('signs in from a device that signed in before, also from a network of the guessers', async () => {
    const alice = await register('alice')
    // Nine /64 of one /56, as one customer of a provider has them: twenty attempts together.
    const fromOneCustomer: number[] = []
    for (const n of range(9))
      fromOneCustomer.push(
        ...(await Promise.all(
          range(10).map((host) => guess('alice', `2001:db8:7:${(0x100 + n).toString(16)}::${host}`)),
        )),
      )
    expect(fromOneCustomer.filter((status) => status === 401)).toHaveLength(20)
    // A /48 gets forty.
    const fromOneSite = await Promise.all(
      range(50).map((n) => guess('alice', `2001:db8:7:${(n * 256).toString(16)}::1`)),
    )
    expect(fromOneSite.filter((status) => status === 401)).toHaveLength(20)
    // An IPv4 /24 too.
    const fromOneBlock = await Promise.all(range(50).map((n) => guess('alice', `203.0.113.${n}`)))
    expect(fromOneBlock.filter((status) => status === 401)).toHaveLength(40)
    await exhaustAccount('alice')
    expect(await signIn(app.createVisitor(), 'alice', home)).toBe(429)
    expect(await signIn(alice, 'alice', home)).toBe(200)
    expect(await signIn(alice, 'alice', '2001:db8:7:101::1')).toBe(200)
  })

  test('signs in from a new device by the mailed link', async () => {
    await register('bruna')
    await exhaustAccount('bruna')
    const phone = app.createVisitor()
    expect(await signIn(phone, 'bruna', home)).toBe(429)
    expect((await send(phone, 'forgotPassword', { from: home, input: { email: emailOf('bruna') } })).status).toBe(200)
    const token = resetTokenIn((await mail.waitForEmail(emailOf('bruna'), 2)).text)
    expect((await send(phone, 'resetPassword', { from: home, input: { token, password: newPassword } })).status).toBe(
      200,
    )
    expect(await signIn(phone, 'bruna', home, newPassword)).toBe(200)
    expect(await signIn(app.createVisitor(), 'bruna', anotherNetwork(), newPassword)).toBe(429)
  })

  test('is not kept from the mailed link by others who ask for it', async () => {
    await register('carla')
    const askFrom = async (from: string) => {
      const response = await send(app.createVisitor(), 'forgotPassword', { from, input: { email: emailOf('carla') } })
      return [response.status, await response.json()]
    }
    const unknown = await send(app.createVisitor(), 'forgotPassword', {
      from: anotherNetwork(),
      input: { email: 'nessuna@example.it' },
    })
    const alike = [200, await unknown.json()]
    for (const count of range(3)) {
      expect(await askFrom(anotherNetwork())).toEqual(alike)
      await mail.waitForEmail(emailOf('carla'), count + 2)
    }
    for (const from of [anotherNetwork(), home]) expect(await askFrom(from)).toEqual(alike)
    // A job for another address, queued later, has been done: none is waiting.
    await register('dora')
    await mail.waitForEmail(emailOf('dora'))
    const email = await mail.waitForEmail(emailOf('carla'), 4)
    const owner = app.createVisitor()
    const input = { token: resetTokenIn(email.text), password: newPassword }
    expect((await send(owner, 'resetPassword', { from: home, input })).status).toBe(200)
  })
})

describe('A guesser with any number of networks', () => {
  test('gets a hundred attempts in a quarter of an hour and three hundred a day', async () => {
    await register('elsa')
    /** Lets the quarter of an hour pass, not the day. */
    const passQuarter = () => sql`DELETE FROM rate_limits WHERE key NOT LIKE 'login.accountDay%'`.execute(app.db)
    const guesses: number[] = []
    for (let quarter = 0; quarter < 5; quarter++) {
      guesses.push(await exhaustAccount('elsa'))
      await passQuarter()
    }
    expect(guesses).toEqual([100, 100, 100, 0, 0])
  })

  test('who has copied a device’s cookie gets ten more attempts, and fifty a day', async () => {
    await register('fulvia')
    const thief = app.createVisitor()
    // The owner signs in on a device whose cookie the thief reads.
    expect(await signIn(thief, 'fulvia', home)).toBe(200)
    await exhaustAccount('fulvia')
    const steal = async () => {
      const statuses: number[] = []
      for (const from of range(15).map(anotherNetwork))
        statuses.push(await signIn(thief, 'fulvia', from, 'sbagliata davvero'))
      return statuses.filter((status) => status === 401).length
    }
    const counts: number[] = []
    for (let quarter = 0; quarter < 6; quarter++) {
      counts.push(await steal())
      await sql`DELETE FROM rate_limits WHERE key LIKE 'login.device:%'`.execute(app.db)
    }
    expect(counts).toEqual([10, 10, 10, 10, 10, 0])
  })

  test('is not helped by a device of another account, nor by an invented one', async () => {
    await register('gina')
    const helga = await register('helga')
    await exhaustAccount('gina')
    expect(await signIn(helga, 'gina', anotherNetwork())).toBe(429)
    const invented = await send(app.createVisitor(), 'login', {
      from: anotherNetwork(),
      input: { email: emailOf('gina'), password },
      headers: { cookie: `known_device=${'x'.repeat(43)}` },
    })
    expect(invented.status).toBe(429)
  })
})

describe('A known device', () => {
  test('has a cookie that pages and other sites do not see, with no trace of it in the database', async () => {
    const client = app.createVisitor()
    const input = { username: 'ines', email: emailOf('ines'), password }
    const cookie = deviceCookieOf(await send(client, 'register', { from: home, input })) ?? ''
    expect(cookie).toMatch(/^known_device=[\w-]{43}; Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
    const token = cookie.slice('known_device='.length, 'known_device='.length + 43)
    const devices = await sql`SELECT * FROM known_devices`.all(app.db)
    expect(JSON.stringify(devices)).not.toContain(token)
    expect(Object.keys(devices[0] ?? {}).toSorted()).toEqual(['expires_at', 'token_sha256', 'user_id'])
  })

  test('gets a new token at each sign-in, and the one before is worthless', async () => {
    const lia = await register('lia')
    const response = await send(lia, 'login', { from: home, input: { email: emailOf('lia'), password } })
    const copied = deviceCookieOf(response)?.split(';')[0] ?? ''
    expect(await signIn(lia, 'lia', home)).toBe(200)
    await exhaustAccount('lia')
    const withCopy = await send(app.createVisitor(), 'login', {
      from: anotherNetwork(),
      input: { email: emailOf('lia'), password },
      headers: { cookie: copied },
    })
    expect(withCopy.status).toBe(429)
    expect(await signIn(lia, 'lia', home)).toBe(200)
  })

  test.each([
    ['a new password', 'maria', newPassword],
    ['signing out everywhere', 'nora', password],
  ])('of a thief is forgotten after %s; the owner’s stays', async (what, name, secret) => {
    const owner = await register(name)
    const thief = app.createVisitor()
    expect(await signIn(thief, name, anotherNetwork())).toBe(200)
    if (what === 'a new password')
      await owner.callOk('changePassword', { current_password: password, new_password: newPassword })
    else await owner.callOk('endAllSessions', {})
    await exhaustAccount(name)
    expect(await signIn(thief, name, anotherNetwork(), secret)).toBe(429)
    expect(await signIn(owner, name, home, secret)).toBe(200)
  })

  test('of a thief is forgotten after a reset', async () => {
    await register('olga')
    const thief = app.createVisitor()
    expect(await signIn(thief, 'olga', anotherNetwork())).toBe(200)
    await send(app.createVisitor(), 'forgotPassword', { from: home, input: { email: emailOf('olga') } })
    const token = resetTokenIn((await mail.waitForEmail(emailOf('olga'), 2)).text)
    const owner = app.createVisitor()
    await send(owner, 'resetPassword', { from: home, input: { token, password: newPassword } })
    await exhaustAccount('olga')
    expect(await signIn(thief, 'olga', anotherNetwork(), newPassword)).toBe(429)
    expect(await signIn(owner, 'olga', home, newPassword)).toBe(200)
  })
})
