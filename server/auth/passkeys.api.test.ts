import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Authenticator, createAuthenticator } from '#server/testing/fixtures/authenticator.ts'
import { type Client, password } from '#server/testing/fixtures/api-client.ts'
import { createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { hashToken } from './auth.actions.ts'
import { deleteExpired } from './auth.queries.ts'

const origin = 'https://dintorni.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: origin })
})
afterAll(() => app.close())

const refused = 'La passkey non è stata accettata. Riprova da capo.'
const expired = 'Questo accesso è scaduto: inserisci di nuovo email e password.'

/** Adds a passkey of this device. */
async function adds(person: TestUser, device: Authenticator, name = '') {
  const { ticket, options } = await person.callOk('beginPasskey', { password })
  return person.callOk('addPasskey', { ticket, name, response: device.register(options) })
}
async function withPasskey(name: string): Promise<{ person: TestUser; device: Authenticator; codes: string[] }> {
  const [person, device] = [await app.createUser(name), createAuthenticator(origin)]
  const { recovery_codes } = await adds(person, device)
  return { person, device, codes: recovery_codes! }
}
/** The first step, at a new browser. */
async function beginsSignIn(name: string) {
  const client = app.createVisitor()
  const { body, headers } = await client.call('login', { email: `${name}@example.it`, password })
  expect(headers.getSetCookie()).toEqual([])
  const { ticket, options } = body.second_step!
  return { client, ticket, options: options! }
}
const isIn = async (client: Client) => (await client.call('getAccount', {})).status === 200

describe('A passkey', () => {
  test('is asked for from then on, after the password', async () => {
    const { device } = await withPasskey('ada')
    const { client, ticket, options } = await beginsSignIn('ada')
    expect(options).toMatchObject({
      rpId: 'dintorni.example',
      userVerification: 'preferred',
      allowCredentials: [{ type: 'public-key', transports: ['internal'] }],
    })
    expect(await isIn(client)).toBe(false)
    const { user } = await client.callOk('loginWithPasskey', { ticket, response: device.authenticate(options) })
    expect(user).toMatchObject({ username: 'ada' })
    expect(await isIn(client)).toBe(true)
  })

  test('is listed with its name and its days, and the first brings ten recovery codes', async () => {
    const bea = await app.createUser('bea')
    expect(await bea.callOk('getPasskeys', {})).toEqual({ success: true, passkeys: [], recovery_codes_left: 0, origin })
    const first = await adds(bea, createAuthenticator(origin), ' Telefono ')
    expect(first).toMatchObject({ message: 'Passkey aggiunta.', passkey: { name: 'Telefono', last_used_at: null } })
    expect(first.recovery_codes).toHaveLength(10)
    const second = await adds(bea, createAuthenticator(origin))
    expect(second.recovery_codes).toBeUndefined()
    expect((await bea.callOk('getPasskeys', {})).passkeys.map(({ name }) => name)).toEqual(['Passkey', 'Telefono'])
    expect((await bea.callOk('getPasskeys', {})).recovery_codes_left).toBe(10)
  })

  test('is not hinted at by a wrong password', async () => {
    await withPasskey('cora')
    const wrong = await app.createVisitor().call('login', { email: 'cora@example.it', password: 'non è questa' })
    const unknown = await app.createVisitor().call('login', { email: 'nessuno@example.it', password: 'non è questa' })
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
  })

  test('is asked for also after the password was forgotten', async () => {
    const { person } = await withPasskey('dora')
    const [token, fresh] = ['il-link-nella-lettera', 'tutta un’altra frase']
    await app.db
      .insertInto('password_resets')
      .values({ user_id: person.id, token_sha256: hashToken(token), expires_at: new Date(Date.now() + 60_000) })
      .execute()
    await app.createVisitor().callOk('resetPassword', { token, password: fresh })
    const { body } = await app.createVisitor().call('login', { email: 'dora@example.it', password: fresh })
    expect(body).toMatchObject({ second_step: { ticket: expect.any(String) } })
    expect(body.user).toBeUndefined()
  })

  test('is removed with the password; with the last one go the codes, and the password is enough', async () => {
    const { person } = await withPasskey('eva')
    await adds(person, createAuthenticator(origin))
    const [second, first] = (await person.callOk('getPasskeys', {})).passkeys
    expect(await person.call('deletePasskey', { passkey_id: first!.id, password: 'non è questa' })).toMatchObject({
      status: 403,
    })
    await person.callOk('deletePasskey', { passkey_id: first!.id, password })
    expect((await person.callOk('getPasskeys', {})).recovery_codes_left).toBe(10)
    expect((await person.call('deletePasskey', { passkey_id: first!.id, password })).status).toBe(404)
    await person.callOk('deletePasskey', { passkey_id: second!.id, password })
    expect(await person.callOk('getPasskeys', {})).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    const client = app.createVisitor()
    await client.callOk('login', { email: 'eva@example.it', password })
    expect(await isIn(client)).toBe(true)
  })

  test('of somebody else cannot be removed', async () => {
    const { person } = await withPasskey('fabio')
    const gaia = await app.createUser('gaia')
    const [theirs] = (await person.callOk('getPasskeys', {})).passkeys
    expect((await gaia.call('deletePasskey', { passkey_id: theirs!.id, password })).status).toBe(404)
  })

  test('can be one of ten', async () => {
    const hugo = await app.createUser('hugo')
    for (let count = 0; count < 10; count++) await adds(hugo, createAuthenticator(origin))
    expect(await hugo.call('beginPasskey', { password })).toMatchObject({
      status: 409,
      body: { error: 'Puoi avere al massimo 10 passkey: togline una.' },
    })
  })
})

describe('What is not a passkey of this account, made here and now, is not added:', () => {
  let ida: TestUser
  beforeAll(async () => {
    ida = await app.createUser('ida')
  })
  const begins = () => ida.callOk('beginPasskey', { password })
  const tries = async (ticket: string, response: ReturnType<Authenticator['register']>) => {
    const { status, body } = await ida.call('addPasskey', { ticket, response })
    return [status, body.error]
  }

  test('one begun with a wrong password', async () => {
    expect(await ida.call('beginPasskey', { password: 'non è questa' })).toMatchObject({
      status: 403,
      body: { error: 'La password non è corretta.' },
    })
  })

  test.each([
    ['of another site', { origin: 'https://dintorni.example.evil' }],
    ['for another host', { rpId: 'evil.example' }],
    ['with another challenge', { challenge: 'AAAA' }],
  ])('one %s', async (_case, faults) => {
    const { ticket, options } = await begins()
    expect(await tries(ticket, createAuthenticator(origin).register(options, faults))).toEqual([400, refused])
  })

  test('the same answer twice', async () => {
    const { ticket, options } = await begins()
    const response = createAuthenticator(origin).register(options)
    expect((await tries(ticket, response))[0]).toBe(200)
    expect(await tries(ticket, response)).toEqual([400, 'È passato troppo tempo. Riprova da capo.'])
  })

  test('one that is known already', async () => {
    const device = createAuthenticator(origin)
    const [first, second] = [await begins(), await begins()]
    expect((await tries(first.ticket, device.register(first.options)))[0]).toBe(200)
    expect(await tries(second.ticket, device.register(second.options))).toEqual([
      409,
      'Questa passkey è già registrata.',
    ])
  })

  test('one with the ticket of another account, or of a sign-in', async () => {
    const luca = await app.createUser('luca')
    const { ticket, options } = await luca.callOk('beginPasskey', { password })
    expect((await tries(ticket, createAuthenticator(origin).register(options)))[0]).toBe(400)
    await adds(ida, createAuthenticator(origin))
    const signIn = await beginsSignIn('ida')
    expect(
      (
        await tries(
          signIn.ticket,
          createAuthenticator(origin).register({ ...options, challenge: signIn.options.challenge }),
        )
      )[0],
    ).toBe(400)
  })

  test('one whose ticket is five minutes old', async () => {
    const { ticket, options } = await begins()
    await app.db
      .updateTable('passkey_tickets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect((await tries(ticket, createAuthenticator(origin).register(options)))[0]).toBe(400)
    await deleteExpired(app.db)
    expect(await app.db.selectFrom('passkey_tickets').selectAll().execute()).toEqual([])
  })
})

describe('Nobody comes in', () => {
  const tries = async (client: Client, ticket: string, response: ReturnType<Authenticator['authenticate']>) => {
    const { status, body } = await client.call('loginWithPasskey', { ticket, response })
    expect(await isIn(client)).toBe(status === 200)
    return [status, body.error]
  }

  test.each([
    ['from another site', 'm1', { origin: 'https://dintorni.example.evil' }],
    ['at another host', 'm2', { rpId: 'evil.example' }],
    ['with another challenge', 'm3', { challenge: 'AAAA' }],
  ])('%s', async (_case, name, faults) => {
    const { device } = await withPasskey(name)
    const { client, ticket, options } = await beginsSignIn(name)
    expect(await tries(client, ticket, device.authenticate(options, faults))).toEqual([401, refused])
    // A challenge is answered once, also when the answer was wrong.
    expect(await tries(client, ticket, device.authenticate(options))).toEqual([401, expired])
  })

  test('with an answer that was given before', async () => {
    const { device } = await withPasskey('nina')
    const { client, ticket, options } = await beginsSignIn('nina')
    const response = device.authenticate(options)
    expect((await tries(client, ticket, response))[0]).toBe(200)
    const again = app.createVisitor()
    expect(await tries(again, ticket, response)).toEqual([401, expired])
    const next = await beginsSignIn('nina')
    expect(await tries(next.client, next.ticket, response)).toEqual([401, refused])
  })

  test('with the passkey or the ticket of somebody else', async () => {
    const [olga, piero] = [await withPasskey('olga'), await withPasskey('piero')]
    const ofOlga = await beginsSignIn('olga')
    expect(await tries(ofOlga.client, ofOlga.ticket, piero.device.authenticate(ofOlga.options))).toEqual([401, refused])
    const [one, other] = [await beginsSignIn('olga'), await beginsSignIn('piero')]
    expect(await tries(one.client, other.ticket, olga.device.authenticate(one.options))).toEqual([401, refused])
  })

  test('with a counter that goes back, or stands still: there is a copy of the key', async () => {
    const { device } = await withPasskey('rina')
    const shows = async (counter: number) => {
      const { client, ticket, options } = await beginsSignIn('rina')
      return (await tries(client, ticket, device.authenticate(options, { counter })))[0]
    }
    expect(await shows(5)).toBe(200)
    expect(await shows(4)).toBe(401)
    expect(await shows(5)).toBe(401)
    expect(await shows(6)).toBe(200)
  })

  test('five minutes after the password', async () => {
    const { device, codes } = await withPasskey('sara')
    const { client, ticket, options } = await beginsSignIn('sara')
    await app.db
      .updateTable('passkey_tickets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect(await tries(client, ticket, device.authenticate(options))).toEqual([401, expired])
    expect(await client.call('loginWithRecoveryCode', { ticket, code: codes[0]! })).toMatchObject({
      status: 401,
      body: { error: expired },
    })
  })

  test('with a ticket from before the password was changed', async () => {
    const { person, device } = await withPasskey('tina')
    const { client, ticket, options } = await beginsSignIn('tina')
    await person.callOk('changePassword', { current_password: password, new_password: 'tutta un’altra frase' })
    expect(await tries(client, ticket, device.authenticate(options))).toEqual([401, expired])
  })
})

describe('A recovery code', () => {
  const uses = async (name: string, code: string) => {
    const { client, ticket } = await beginsSignIn(name)
    const { status, body } = await client.call('loginWithRecoveryCode', { ticket, code })
    expect(await isIn(client)).toBe(status === 200)
    return [status, body.error]
  }
  const wrong = 'Il codice di recupero non è corretto, o è già stato usato.'

  test('opens once, however it was copied', async () => {
    const { person, codes } = await withPasskey('ugo')
    expect((await uses('ugo', codes[3]!.toLowerCase().replaceAll('-', ' ')))[0]).toBe(200)
    expect(await uses('ugo', codes[3]!)).toEqual([403, wrong])
    expect((await person.callOk('getPasskeys', {})).recovery_codes_left).toBe(9)
  })

  test('opens once also when it is used twice at the same moment', async () => {
    const { codes } = await withPasskey('vera')
    const replies = await Promise.all([uses('vera', codes[0]!), uses('vera', codes[0]!)])
    expect(replies.map(([status]) => status).toSorted()).toEqual([200, 403])
  })

  test('that is wrong leaves the sign-in as it was; that of somebody else is wrong', async () => {
    const [wanda, zoe] = [await withPasskey('wanda'), await withPasskey('zoe')]
    const { client, ticket } = await beginsSignIn('wanda')
    expect(await client.call('loginWithRecoveryCode', { ticket, code: zoe.codes[0]! })).toMatchObject({
      status: 403,
      body: { error: wrong },
    })
    expect((await client.call('loginWithRecoveryCode', { ticket, code: wanda.codes[0]! })).status).toBe(200)
    expect((await client.call('loginWithRecoveryCode', { ticket, code: wanda.codes[1]! })).status).toBe(401)
  })

  test('is worth nothing once there are new ones, which want the password', async () => {
    const { person, codes } = await withPasskey('xena')
    expect((await person.call('renewRecoveryCodes', { password: 'non è questa' })).status).toBe(403)
    const { recovery_codes } = await person.callOk('renewRecoveryCodes', { password })
    expect(recovery_codes).toHaveLength(10)
    expect((await uses('xena', codes[0]!))[0]).toBe(403)
    expect((await uses('xena', recovery_codes[0]!))[0]).toBe(200)
  })

  test('is not made without a passkey, and none is in the database', async () => {
    const yara = await app.createUser('yara')
    expect(await yara.call('renewRecoveryCodes', { password })).toMatchObject({
      status: 409,
      body: { error: 'I codici di recupero servono solo con una passkey.' },
    })
    const { codes } = await withPasskey('yuri')
    const rows = await app.db.selectFrom('recovery_codes').selectAll().execute()
    for (const code of codes)
      expect(rows.some(({ code_sha256 }) => code_sha256.toString('latin1').includes(code))).toBe(false)
  })
})

test('At a bare address passkeys are refused in one sentence, and a recovery code still opens', async () => {
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
    // One from when the server had another address.
    await bare.db
      .insertInto('passkeys')
      .values({
        user_id: ada.id,
        credential_id: 'x',
        public_key: Buffer.from('x'),
        counter: 0,
        transports: [],
        name: 'x',
        last_used_at: null,
      })
      .execute()
    const { recovery_codes } = await ada.callOk('renewRecoveryCodes', { password })
    const client = bare.createVisitor()
    const { second_step } = await client.callOk('login', { email: 'ada@example.it', password })
    expect(second_step).toEqual({ ticket: expect.any(String) })
    await client.callOk('loginWithRecoveryCode', { ticket: second_step!.ticket, code: recovery_codes[0]! })
  } finally {
    await bare.close()
  }
})

describe('Who guesses', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await createTestApp({ RATE_LIMITS: 'on', PUBLIC_URL: origin, TRUST_PROXY: 'on' })
  })
  afterAll(() => limited.close())

  test('at the second step is stopped for the account, whatever the ticket and the address', async () => {
    const ada = await limited.createUser('ada')
    await limited.db
      .insertInto('passkeys')
      .values({
        user_id: ada.id,
        credential_id: 'x',
        public_key: Buffer.from('x'),
        counter: 0,
        transports: [],
        name: 'x',
        last_used_at: null,
      })
      .execute()
    const { second_step } = await limited.createVisitor().callOk('login', { email: 'ada@example.it', password })
    const guesses = async (address: number) => {
      const response = await limited.createVisitor().request('/api/auth/login_with_recovery_code.php', {
        method: 'POST',
        body: JSON.stringify({ ticket: second_step!.ticket, code: 'x' }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${address}` },
      })
      return response.status
    }
    for (let guess = 0; guess < 10; guess++) expect(await guesses(guess)).toBe(403)
    expect(await guesses(99)).toBe(429)
  })

  test('the password of who is signed in is stopped, by whichever call', async () => {
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
