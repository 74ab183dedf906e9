import { beforeAll, describe, expect, test } from 'vitest'
import { type Authenticator, createAuthenticator } from '#server/testing/fixtures/authenticator.ts'
import { type Client, password } from '#server/testing/fixtures/api-client.ts'
import { createTestApp, type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { hashToken } from './auth.actions.ts'
import { deleteExpired } from './auth.queries.ts'
import { hashRecoveryCode } from './passkeys.rules.ts'

const origin = 'https://dintorni.example'
const app = useTestApp({ PUBLIC_URL: origin })

const refusedError = 'La passkey non è stata accettata. Riprova da capo.'
const expiredError = 'Questo accesso è scaduto: inserisci di nuovo email e password.'

/** Adds a device's passkey to an account. */
async function addPasskey(user: TestUser, device: Authenticator, name = '') {
  const { ticket, options } = await user.callOk('beginPasskey', { password })
  return user.callOk('addPasskey', { ticket, name, response: device.register(options) })
}
async function createUserWithPasskey(
  name: string,
): Promise<{ user: TestUser; device: Authenticator; codes: string[] }> {
  const user = await app.createUser(name)
  const device = createAuthenticator(origin)
  const { recovery_codes } = await addPasskey(user, device)
  return { user, device, codes: recovery_codes! }
}
/** Sends the password from a new browser; the second step remains. */
async function beginSignIn(name: string) {
  const client = app.createVisitor()
  const { body, headers } = await client.call('login', { email: `${name}@example.it`, password })
  expect(headers.getSetCookie()).toEqual([])
  const { ticket, options } = body.second_step!
  return { client, ticket, options: options! }
}
const isSignedIn = async (client: Client) => (await client.call('getAccount', {})).status === 200

describe('A passkey', () => {
  test('is required after the password once it was added', async () => {
    const { device } = await createUserWithPasskey('ada')
    const { client, ticket, options } = await beginSignIn('ada')
    expect(options).toMatchObject({
      rpId: 'dintorni.example',
      userVerification: 'preferred',
      allowCredentials: [{ type: 'public-key', transports: ['internal'] }],
    })
    expect(await isSignedIn(client)).toBe(false)
    const { user } = await client.callOk('loginWithPasskey', { ticket, response: device.authenticate(options) })
    expect(user).toMatchObject({ username: 'ada' })
    expect(await isSignedIn(client)).toBe(true)
  })

  test('is listed with its name and dates, and the first comes with ten recovery codes', async () => {
    const bea = await app.createUser('bea')
    expect(await bea.callOk('getPasskeys', {})).toEqual({ success: true, passkeys: [], recovery_codes_left: 0, origin })
    const first = await addPasskey(bea, createAuthenticator(origin), ' Telefono ')
    expect(first).toMatchObject({ message: 'Passkey aggiunta.', passkey: { name: 'Telefono', last_used_at: null } })
    expect(first.recovery_codes).toHaveLength(10)
    const second = await addPasskey(bea, createAuthenticator(origin))
    expect(second.recovery_codes).toBeUndefined()
    expect((await bea.callOk('getPasskeys', {})).passkeys.map(({ name }) => name)).toEqual(['Passkey', 'Telefono'])
    expect((await bea.callOk('getPasskeys', {})).recovery_codes_left).toBe(10)
  })

  test('is not revealed after a wrong password', async () => {
    await createUserWithPasskey('cora')
    const wrong = await app.createVisitor().call('login', { email: 'cora@example.it', password: 'non è questa' })
    const unknown = await app.createVisitor().call('login', { email: 'nessuno@example.it', password: 'non è questa' })
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
  })

  test('is also required after the password was reset', async () => {
    const { user } = await createUserWithPasskey('dora')
    const token = 'il-link-nella-lettera'
    const newPassword = 'tutta un’altra frase'
    await sql`INSERT INTO password_resets (user_id, token_sha256, expires_at) VALUES (${user.id}, ${hashToken(token)}, ${new Date(Date.now() + 60_000)})`.execute(
      app.db,
    )
    await app.createVisitor().callOk('resetPassword', { token, password: newPassword })
    const { body } = await app.createVisitor().call('login', { email: 'dora@example.it', password: newPassword })
    expect(body).toMatchObject({ second_step: { ticket: expect.any(String) } })
    expect(body.user).toBeUndefined()
  })

  test('is removed with the password; without any passkey codes are gone and the password is enough', async () => {
    const { user } = await createUserWithPasskey('eva')
    await addPasskey(user, createAuthenticator(origin))
    const [second, first] = (await user.callOk('getPasskeys', {})).passkeys
    expect(await user.call('deletePasskey', { passkey_id: first!.id, password: 'non è questa' })).toMatchObject({
      status: 403,
    })
    await user.callOk('deletePasskey', { passkey_id: first!.id, password })
    expect((await user.callOk('getPasskeys', {})).recovery_codes_left).toBe(10)
    expect((await user.call('deletePasskey', { passkey_id: first!.id, password })).status).toBe(404)
    await user.callOk('deletePasskey', { passkey_id: second!.id, password })
    expect(await user.callOk('getPasskeys', {})).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    const client = app.createVisitor()
    await client.callOk('login', { email: 'eva@example.it', password })
    expect(await isSignedIn(client)).toBe(true)
  })

  test('of another account cannot be removed', async () => {
    const { user } = await createUserWithPasskey('fabio')
    const gaia = await app.createUser('gaia')
    const [theirs] = (await user.callOk('getPasskeys', {})).passkeys
    expect((await gaia.call('deletePasskey', { passkey_id: theirs!.id, password })).status).toBe(404)
  })

  test('cannot be added after the tenth', async () => {
    const hugo = await app.createUser('hugo')
    for (let count = 0; count < 10; count++) await addPasskey(hugo, createAuthenticator(origin))
    expect(await hugo.call('beginPasskey', { password })).toMatchObject({
      status: 409,
      body: { error: 'Puoi avere al massimo 10 passkey: togline una.' },
    })
  })
})

describe('Adding a passkey is refused', () => {
  let ida: TestUser
  beforeAll(async () => {
    ida = await app.createUser('ida')
  })
  const begin = () => ida.callOk('beginPasskey', { password })
  const tryToAdd = async (ticket: string, response: ReturnType<Authenticator['register']>) => {
    const { status, body } = await ida.call('addPasskey', { ticket, response })
    return [status, body.error]
  }

  test('after a wrong password', async () => {
    expect(await ida.call('beginPasskey', { password: 'non è questa' })).toMatchObject({
      status: 403,
      body: { error: 'La password non è corretta.' },
    })
  })

  test.each([
    ['from another site', { origin: 'https://dintorni.example.evil' }],
    ['for another host', { rpId: 'evil.example' }],
    ['with another challenge', { challenge: 'AAAA' }],
  ])('%s', async (_case, faults) => {
    const { ticket, options } = await begin()
    expect(await tryToAdd(ticket, createAuthenticator(origin).register(options, faults))).toEqual([400, refusedError])
  })

  test('when a response is sent a second time', async () => {
    const { ticket, options } = await begin()
    const response = createAuthenticator(origin).register(options)
    expect((await tryToAdd(ticket, response))[0]).toBe(200)
    expect(await tryToAdd(ticket, response)).toEqual([400, 'È passato troppo tempo. Riprova da capo.'])
  })

  test('when the passkey is already registered', async () => {
    const device = createAuthenticator(origin)
    const first = await begin()
    const second = await begin()
    expect((await tryToAdd(first.ticket, device.register(first.options)))[0]).toBe(200)
    expect(await tryToAdd(second.ticket, device.register(second.options))).toEqual([
      409,
      'Questa passkey è già registrata.',
    ])
  })

  test('with the ticket of another account or of a sign-in', async () => {
    const luca = await app.createUser('luca')
    const { ticket, options } = await luca.callOk('beginPasskey', { password })
    expect((await tryToAdd(ticket, createAuthenticator(origin).register(options)))[0]).toBe(400)
    await addPasskey(ida, createAuthenticator(origin))
    const signIn = await beginSignIn('ida')
    expect(
      (
        await tryToAdd(
          signIn.ticket,
          createAuthenticator(origin).register({ ...options, challenge: signIn.options.challenge }),
        )
      )[0],
    ).toBe(400)
  })

  test('five minutes after the password', async () => {
    const { ticket, options } = await begin()
    await sql`UPDATE passkey_tickets SET expires_at = ${new Date(Date.now() - 1000)}`.execute(app.db)
    expect((await tryToAdd(ticket, createAuthenticator(origin).register(options)))[0]).toBe(400)
    await deleteExpired(app.db)
    expect(await sql`SELECT * FROM passkey_tickets`.all(app.db)).toEqual([])
  })
})

describe('Signing in is refused', () => {
  const trySignIn = async (client: Client, ticket: string, response: ReturnType<Authenticator['authenticate']>) => {
    const { status, body } = await client.call('loginWithPasskey', { ticket, response })
    expect(await isSignedIn(client)).toBe(status === 200)
    return [status, body.error]
  }

  test.each([
    ['from another site', 'm1', { origin: 'https://dintorni.example.evil' }],
    ['at another host', 'm2', { rpId: 'evil.example' }],
    ['with another challenge', 'm3', { challenge: 'AAAA' }],
  ])('%s', async (_case, name, faults) => {
    const { device } = await createUserWithPasskey(name)
    const { client, ticket, options } = await beginSignIn(name)
    expect(await trySignIn(client, ticket, device.authenticate(options, faults))).toEqual([401, refusedError])
    // A challenge accepts one response, even a wrong one.
    expect(await trySignIn(client, ticket, device.authenticate(options))).toEqual([401, expiredError])
  })

  test('with a response that was used before', async () => {
    const { device } = await createUserWithPasskey('nina')
    const { client, ticket, options } = await beginSignIn('nina')
    const response = device.authenticate(options)
    expect((await trySignIn(client, ticket, response))[0]).toBe(200)
    const again = app.createVisitor()
    expect(await trySignIn(again, ticket, response)).toEqual([401, expiredError])
    const next = await beginSignIn('nina')
    expect(await trySignIn(next.client, next.ticket, response)).toEqual([401, refusedError])
  })

  test('with the passkey or the ticket of another account', async () => {
    const olga = await createUserWithPasskey('olga')
    const piero = await createUserWithPasskey('piero')
    const ofOlga = await beginSignIn('olga')
    expect(await trySignIn(ofOlga.client, ofOlga.ticket, piero.device.authenticate(ofOlga.options))).toEqual([
      401,
      refusedError,
    ])
    const one = await beginSignIn('olga')
    const other = await beginSignIn('piero')
    expect(await trySignIn(one.client, other.ticket, olga.device.authenticate(one.options))).toEqual([
      401,
      refusedError,
    ])
  })

  test('with a counter that does not increase, because a copy of the key exists', async () => {
    const { device } = await createUserWithPasskey('rina')
    const signInWith = async (counter: number) => {
      const { client, ticket, options } = await beginSignIn('rina')
      return (await trySignIn(client, ticket, device.authenticate(options, { counter })))[0]
    }
    expect(await signInWith(5)).toBe(200)
    expect(await signInWith(4)).toBe(401)
    expect(await signInWith(5)).toBe(401)
    expect(await signInWith(6)).toBe(200)
  })

  test('five minutes after the password', async () => {
    const { device, codes } = await createUserWithPasskey('sara')
    const { client, ticket, options } = await beginSignIn('sara')
    await sql`UPDATE passkey_tickets SET expires_at = ${new Date(Date.now() - 1000)}`.execute(app.db)
    expect(await trySignIn(client, ticket, device.authenticate(options))).toEqual([401, expiredError])
    expect(await client.call('loginWithRecoveryCode', { ticket, code: codes[0]! })).toMatchObject({
      status: 401,
      body: { error: expiredError },
    })
  })

  test('with a ticket from before the password was changed', async () => {
    const { user, device } = await createUserWithPasskey('tina')
    const { client, ticket, options } = await beginSignIn('tina')
    await user.callOk('changePassword', { current_password: password, new_password: 'tutta un’altra frase' })
    expect(await trySignIn(client, ticket, device.authenticate(options))).toEqual([401, expiredError])
  })
})

describe('A recovery code', () => {
  const tryCode = async (name: string, code: string) => {
    const { client, ticket } = await beginSignIn(name)
    const { status, body } = await client.call('loginWithRecoveryCode', { ticket, code })
    expect(await isSignedIn(client)).toBe(status === 200)
    return [status, body.error]
  }
  const wrong = 'Il codice di recupero non è corretto, o è già stato usato.'

  test('is accepted once, however it was copied', async () => {
    const { user, codes } = await createUserWithPasskey('ugo')
    expect((await tryCode('ugo', codes[3]!.toLowerCase().replaceAll('-', ' ')))[0]).toBe(200)
    expect(await tryCode('ugo', codes[3]!)).toEqual([403, wrong])
    expect((await user.callOk('getPasskeys', {})).recovery_codes_left).toBe(9)
  })

  test('is accepted once when it is used twice at the same moment', async () => {
    const { codes } = await createUserWithPasskey('vera')
    const replies = await Promise.all([tryCode('vera', codes[0]!), tryCode('vera', codes[0]!)])
    expect(replies.map(([status]) => status).toSorted()).toEqual([200, 403])
  })

  test('of another account is refused, after which the right code is still accepted', async () => {
    const wanda = await createUserWithPasskey('wanda')
    const zoe = await createUserWithPasskey('zoe')
    const { client, ticket } = await beginSignIn('wanda')
    expect(await client.call('loginWithRecoveryCode', { ticket, code: zoe.codes[0]! })).toMatchObject({
      status: 403,
      body: { error: wrong },
    })
    expect((await client.call('loginWithRecoveryCode', { ticket, code: wanda.codes[0]! })).status).toBe(200)
    expect((await client.call('loginWithRecoveryCode', { ticket, code: wanda.codes[1]! })).status).toBe(401)
  })

  test('is invalid once new ones exist, which require the password', async () => {
    const { user, codes } = await createUserWithPasskey('xena')
    expect((await user.call('renewRecoveryCodes', { password: 'non è questa' })).status).toBe(403)
    const { recovery_codes } = await user.callOk('renewRecoveryCodes', { password })
    expect(recovery_codes).toHaveLength(10)
    expect((await tryCode('xena', codes[0]!))[0]).toBe(403)
    expect((await tryCode('xena', recovery_codes[0]!))[0]).toBe(200)
  })

  test('is not created without a passkey, and is not in the database', async () => {
    const yara = await app.createUser('yara')
    expect(await yara.call('renewRecoveryCodes', { password })).toMatchObject({
      status: 409,
      body: { error: 'I codici di recupero servono solo con una passkey.' },
    })
    const { codes } = await createUserWithPasskey('yuri')
    const rows = await sql<{ code_sha256: Buffer }>`SELECT * FROM recovery_codes`.all(app.db)
    for (const code of codes)
      expect(rows.some(({ code_sha256 }) => code_sha256.toString('latin1').includes(code))).toBe(false)
  })
})

test('At an IP address passkeys are refused in one sentence, and a recovery code still works', async () => {
  const bare = await createTestApp()
  try {
    const ada = await bare.createUser('ada')
    expect((await ada.callOk('getPasskeys', {})).origin).toBeNull()
    expect(await ada.call('beginPasskey', { password })).toMatchObject({
      status: 409,
      body: {
        error:
          'Le passkey non funzionano all’indirizzo di questo server: servono un nome di dominio e una connessione sicura.',
      },
    })
    // A passkey from the time when the server had another address.
    await sql`INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, last_used_at) VALUES (${ada.id}, 'x', ${Buffer.from('x')}, 0, ${[]}, 'x', NULL)`.execute(
      bare.db,
    )
    const { recovery_codes } = await ada.callOk('renewRecoveryCodes', { password })
    const client = bare.createVisitor()
    const { second_step } = await client.callOk('login', { email: 'ada@example.it', password })
    expect(second_step).toEqual({ ticket: expect.any(String) })
    await client.callOk('loginWithRecoveryCode', { ticket: second_step!.ticket, code: recovery_codes[0]! })
  } finally {
    await bare.close()
  }
})

describe('With rate limits', () => {
  const limited = useTestApp({ RATE_LIMITS: 'on', PUBLIC_URL: origin, TRUST_PROXY: 'on' })

  test('who has only the password keeps nobody from the second step on a known device', async () => {
    const ada = await limited.createUser('ada')
    await sql`
      INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name)
      VALUES (${ada.id}, 'x', 'x', 0, '{}', 'x')`.execute(limited.db)
    await sql`INSERT INTO recovery_codes (user_id, code_sha256) VALUES (${ada.id}, ${hashRecoveryCode('aaaaa-bbbbb')})`.execute(
      limited.db,
    )
    const { second_step } = await limited.createVisitor().callOk('login', { email: 'ada@example.it', password })
    const tryCode = async (client: Client, from: string, code = 'x') => {
      const response = await client.request('/api/auth/login_with_recovery_code.php', {
        method: 'POST',
        body: JSON.stringify({ ticket: second_step!.ticket, code }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      })
      return response.status
    }
    const thief = limited.createVisitor()
    for (let guess = 0; guess < 10; guess++) expect(await tryCode(thief, '10.0.0.1')).toBe(403)
    expect(await tryCode(thief, '10.0.0.1')).toBe(429)
    let guesses = 10
    while ((await tryCode(thief, `10.${guesses}.0.1`)) === 403) guesses++
    expect(guesses).toBe(100)
    expect(await tryCode(limited.createVisitor(), '10.200.0.1', 'aaaaa-bbbbb')).toBe(429)
    expect(await tryCode(ada, '10.0.0.1', 'aaaaa-bbbbb')).toBe(200)
  })

  test('guesses at the password of a signed-in user are limited over all calls together', async () => {
    const bea = await limited.createUser('bea')
    const calls = [
      () => bea.call('beginPasskey', { password: 'x' }),
      () => bea.call('renewRecoveryCodes', { password: 'x' }),
      () => bea.call('deletePasskey', { passkey_id: 1, password: 'x' }),
      () => bea.call('changePassword', { current_password: 'x', new_password: 'una frase nuova' }),
      () => bea.call('deleteAccount', { password: 'x' }),
    ]
    for (const call of [...calls, ...calls]) expect((await call()).status).toBe(403)
    expect(
      (await bea.call('changePassword', { current_password: password, new_password: 'una frase nuova' })).status,
    ).toBe(429)
  })
})
