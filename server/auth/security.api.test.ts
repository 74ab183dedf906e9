import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '#server/testing/harness/mail-server.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { type Client, password } from '#server/testing/fixtures/api-client.ts'
import { createTestApp, type TestApp } from '#server/testing/fixtures/test-app.ts'

let mail: MailServer
let app: TestApp
beforeAll(async () => {
  mail = await startMailServer()
  app = await createTestApp({ SMTP_URL: mail.url })
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})

const fresh = 'tutta un’altra frase'
const agents = {
  chrome:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
}

/** Signs somebody in once more, with a browser that says what it is. */
async function signsIn(name: string, agent?: keyof typeof agents, secret = password): Promise<Client> {
  const client = app.createVisitor()
  const { status } = await client.request('/api/auth/login.php', {
    method: 'POST',
    body: JSON.stringify({ email: `${name}@example.it`, password: secret }),
    headers: { 'content-type': 'application/json', 'user-agent': agent ? agents[agent] : '' },
  })
  expect(status).toBe(200)
  return client
}
const isIn = async (client: Client) => (await client.call('getAccount', {})).status === 200
const tokenIn = (text: string, page: string) => text.match(new RegExp(`/${page}#([\\w-]{43})`))?.[1] ?? ''
/** An hour goes by. */
const expires = (table: 'password_resets' | 'email_changes') =>
  app.db
    .updateTable(table)
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()

/** A live stream that tells when it ends. The welcome has come: nothing else will be told. */
async function openStream(client: Client, at = app.url): Promise<{ ended: Promise<string> }> {
  await expect
    .poll(async () => (await client.callOk('getNotifications', {})).notifications.length, { timeout: 10_000 })
    .toBe(1)
  const response = await client.request(`${at}/api/events`, { signal: AbortSignal.timeout(20_000) })
  expect(response.status).toBe(200)
  return { ended: response.text() }
}

describe('Where somebody is signed in', () => {
  test('is listed by browser and system, the one that asks first', async () => {
    const ada = await app.createUser('ada')
    const [phone, desk] = [await signsIn('ada', 'chrome'), await signsIn('ada', 'firefox')]
    const { sessions } = await phone.callOk('getSessions', {})
    expect(sessions.map(({ device, current }) => [device, current])).toEqual([
      ['Chrome su Android', true],
      ['Firefox su Windows', false],
      ['Dispositivo sconosciuto', false],
    ])
    expect(sessions[0]).toMatchObject({
      created_at: expect.stringMatching(/T.*Z$/),
      last_used_on: new Date().toISOString().slice(0, 10),
    })
    expect((await desk.callOk('getSessions', {})).sessions[0]).toMatchObject({
      device: 'Firefox su Windows',
      current: true,
    })
    expect((await ada.callOk('getSessions', {})).sessions).toHaveLength(3)
  })

  test('is known by the day, and reading does not write', async () => {
    await app.createUser('bea')
    const [old, recent] = [await signsIn('bea', 'firefox'), await signsIn('bea', 'chrome')]
    const day = 24 * 3600 * 1000
    await app.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + 27 * day) })
      .where('device', '=', 'Firefox su Windows')
      .execute()
    const listed = async () =>
      (await recent.callOk('getSessions', {})).sessions.find(({ device }) => device.startsWith('Firefox'))?.last_used_on
    const written = async () =>
      (
        await sql<{
          rows: number
        }>`SELECT count(*)::int AS rows FROM sessions WHERE device IS NOT NULL GROUP BY xmin`.execute(app.db)
      ).rows
    expect(await listed()).toBe(new Date(Date.now() - 3 * day).toISOString().slice(0, 10))
    expect(await isIn(old)).toBe(true)
    expect(await listed()).toBe(new Date().toISOString().slice(0, 10))
    const before = await written()
    for (const client of [old, recent, old]) expect(await isIn(client)).toBe(true)
    expect(await written()).toEqual(before)
  })

  test('keeps neither what the browser says of itself nor its address', async () => {
    await app.createUser('cora')
    await signsIn('cora', 'chrome')
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM sessions WHERE device LIKE 'Chrome%'`.execute(
      app.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { device, ...rest } of rows) {
      expect(device).toBe('Chrome su Android')
      expect(Object.keys(rest).toSorted()).toEqual(['created_at', 'expires_at', 'id', 'token_sha256', 'user_id'])
    }
  })

  test('can be ended one by one; whoever is not theirs stays', async () => {
    await app.createUser('dora')
    const eva = await app.createUser('eva')
    const [phone, desk] = [await signsIn('dora', 'chrome'), await signsIn('dora', 'firefox')]
    const { sessions } = await phone.callOk('getSessions', {})
    const ofDesk = sessions.find(({ device }) => device.startsWith('Firefox'))!.id
    expect((await eva.call('endSession', { session_id: ofDesk })).status).toBe(404)
    expect(await phone.callOk('endSession', { session_id: ofDesk })).toEqual({
      success: true,
      message: 'Dispositivo disconnesso.',
    })
    expect([await isIn(desk), await isIn(phone)]).toEqual([false, true])
    expect((await phone.call('endSession', { session_id: ofDesk })).status).toBe(404)
    const own = await phone.call('endSession', { session_id: sessions[0]!.id })
    expect(own.headers.get('set-cookie')).toMatch(/^sid=;/)
    expect(await isIn(phone)).toBe(false)
  })

  test('ends everywhere at once, with the pages that are open at any server', async () => {
    const flora = await app.createUser('flora')
    const desk = await signsIn('flora', 'firefox')
    const other = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
    try {
      const streams = [await openStream(desk), await openStream(desk, other.url), await openStream(flora)]
      await flora.callOk('endAllSessions', {})
      await Promise.all(streams.map(({ ended }) => ended))
      expect([await isIn(flora), await isIn(desk)]).toEqual([false, false])
    } finally {
      await other.stop()
    }
  })

  test('ends for open pages with the farewell, too', async () => {
    const gaia = await app.createUser('gaia')
    const stream = await openStream(gaia)
    await gaia.callOk('logout', {})
    await stream.ended
  })
})

describe('Who has forgotten the password, and has a mailbox', () => {
  test('goes all the way: letter, link, new password, and every session is over', async () => {
    const ida = await app.createUser('ida')
    const stream = await openStream(ida)
    await app.createVisitor().callOk('forgotPassword', { email: 'ida@example.it' })
    const letter = await mail.waitForEmail('ida@example.it')
    expect(letter).toMatchObject({ from: 'dintorni@127.0.0.1', text: expect.stringContaining('Ciao ida,') })
    const token = tokenIn(letter.text, 'reset-password')
    expect(await app.createVisitor().callOk('resetPassword', { token, password: fresh })).toMatchObject({
      message: 'Password cambiata. Ora puoi accedere.',
    })
    await stream.ended
    expect(await isIn(ida)).toBe(false)
    expect(await isIn(await signsIn('ida', 'chrome', fresh))).toBe(true)
    expect((await app.createVisitor().call('resetPassword', { token, password })).status).toBe(400)
  })

  test('can use only the newest of two links, and none after an hour', async () => {
    await app.createUser('isa')
    const asks = async (count: number) => {
      await app.createVisitor().callOk('forgotPassword', { email: 'isa@example.it' })
      return tokenIn((await mail.waitForEmail('isa@example.it', count)).text, 'reset-password')
    }
    const tries = async (token: string) =>
      (await app.createVisitor().call('resetPassword', { token, password: fresh })).status
    const [first, second] = [await asks(1), await asks(2)]
    expect(await tries(first)).toBe(400)
    await expires('password_resets')
    expect(await tries(second)).toBe(400)
    expect(await tries(await asks(3))).toBe(200)
  })

  test('is answered at once while the mail server is away, and gets the letter when it is back', async () => {
    await app.createUser('lia')
    await mail.stop()
    expect((await app.createVisitor().call('forgotPassword', { email: 'lia@example.it' })).status).toBe(200)
    // Until somebody has tried in vain.
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{
            tries: number
          }>`SELECT retry_count AS tries FROM pgboss.job WHERE name = 'passwordReset' AND state = 'retry'`.execute(
            app.db,
          )
          return rows.length
        },
        { timeout: 15_000 },
      )
      .toBe(1)
    await mail.restart()
    const token = tokenIn((await mail.waitForEmail('lia@example.it')).text, 'reset-password')
    expect((await app.createVisitor().call('resetPassword', { token, password: fresh })).status).toBe(200)
  })
})

describe('Who changes the password', () => {
  test('stays signed in with a new token, everybody else is out, and a letter says so', async () => {
    const mara = await app.createUser('mara')
    const desk = await signsIn('mara', 'firefox')
    const stream = await openStream(desk)
    const reply = await mara.call('changePassword', { current_password: password, new_password: fresh })
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Password cambiata. Gli altri dispositivi sono stati disconnessi.' },
    })
    expect(reply.headers.get('set-cookie')).toMatch(/^sid=[\w-]{43};/)
    await stream.ended
    expect([await isIn(mara), await isIn(desk)]).toEqual([true, false])
    expect((await app.createVisitor().call('login', { email: 'mara@example.it', password })).status).toBe(401)
    expect((await mail.waitForEmail('mara@example.it')).text).toMatch(
      /la password del tuo account è appena cambiata[^]*\/forgot-password/,
    )
  })

  test('has an old token that is worth nothing', async () => {
    await app.createUser('mina')
    const { headers } = await app.createVisitor().call('login', { email: 'mina@example.it', password })
    const authorization = `Bearer ${headers.getSetCookie()[0]?.match(/^sid=([^;]+)/)?.[1]}`
    const asks = (path: string, body?: string) =>
      fetch(`${app.url}/api/auth/${path}.php`, {
        ...(body && { method: 'POST', body }),
        headers: { authorization, 'content-type': 'application/json' },
      })
    expect(
      (await asks('change_password', JSON.stringify({ current_password: password, new_password: fresh }))).status,
    ).toBe(200)
    expect((await asks('get_account')).status).toBe(401)
  })

  test.each([
    ['a wrong one', { current_password: 'non è questa' }, 403, 'La password non è corretta.'],
    ['none', { current_password: '' }, 400, 'Inserisci la password.'],
    ['a short new one', { new_password: 'corta' }, 400, 'La password deve avere almeno 8 caratteri.'],
    [
      'a new one that everybody has',
      { new_password: 'password1' },
      400,
      'Questa password è troppo comune: scegline un’altra.',
    ],
  ])('does not with %s', async (given, fields, status, error) => {
    const nora = await app.createUser(`nora.${given.length}`)
    expect(
      await nora.call('changePassword', { current_password: password, new_password: fresh, ...fields }),
    ).toMatchObject({ status, body: { success: false, error } })
    expect(await isIn(await signsIn(`nora.${given.length}`))).toBe(true)
  })

  test('twice at the same moment, has changed it once', async () => {
    const olga = await app.createUser('olga')
    const desk = await signsIn('olga')
    const replies = await Promise.all(
      [olga, desk].map((client, at) =>
        client.call('changePassword', { current_password: password, new_password: `${fresh} ${at}` }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await isIn(olga), await isIn(desk)].filter(Boolean)).toHaveLength(1)
  })

  test('shuts out also who signs in with the old one at that very moment', async () => {
    const ora = await app.createUser('ora')
    let secret = password
    for (let round = 0; round < 6; round++) {
      const clients = Array.from({ length: 6 }, () => app.createVisitor())
      const signingIn = clients.map((client) => client.call('login', { email: 'ora@example.it', password: secret }))
      const next = `${fresh} ${round}`
      await ora.callOk('changePassword', { current_password: secret, new_password: next })
      await Promise.all(signingIn)
      secret = next
      expect(await Promise.all(clients.map(isIn))).toEqual(clients.map(() => false))
      expect((await ora.callOk('getSessions', {})).sessions).toHaveLength(1)
    }
  })

  test('is no longer followed by a link that was mailed before', async () => {
    const pia = await app.createUser('pia')
    await app.createVisitor().callOk('forgotPassword', { email: 'pia@example.it' })
    const token = tokenIn((await mail.waitForEmail('pia@example.it')).text, 'reset-password')
    await pia.callOk('changePassword', { current_password: password, new_password: fresh })
    expect((await app.createVisitor().call('resetPassword', { token, password })).status).toBe(400)
  })
})

describe('Who changes the address', () => {
  const mailed = 'Ti abbiamo scritto al nuovo indirizzo: apri il link nell’email entro un’ora per confermarlo.'

  test('has it once the link is opened, and the old mailbox is told', async () => {
    const rita = await app.createUser('rita')
    await app.createVisitor().callOk('forgotPassword', { email: 'rita@example.it' })
    const reset = tokenIn((await mail.waitForEmail('rita@example.it')).text, 'reset-password')
    expect(await rita.callOk('changeEmail', { email: ' Nuova@example.it ', password })).toEqual({
      success: true,
      message: mailed,
    })
    const token = tokenIn((await mail.waitForEmail('Nuova@example.it')).text, 'confirm-email')
    expect((await rita.callOk('getAccount', {})).user.email).toBe('rita@example.it')

    expect(await app.createVisitor().callOk('confirmEmail', { token })).toEqual({
      success: true,
      message: 'Indirizzo confermato. Da ora accedi con questo.',
    })
    expect((await rita.callOk('getAccount', {})).user.email).toBe('Nuova@example.it')
    expect((await app.createVisitor().call('login', { email: 'nuova@example.it', password })).status).toBe(200)
    expect((await app.createVisitor().call('login', { email: 'rita@example.it', password })).status).toBe(401)
    expect((await mail.waitForEmail('rita@example.it', 2)).text).toContain(
      'da ora il tuo account usa un altro indirizzo',
    )
    expect(await app.createVisitor().call('resetPassword', { token: reset, password: fresh })).toMatchObject({
      status: 400,
    })
    expect(await app.createVisitor().call('confirmEmail', { token })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Questo link non è più valido') },
    })
  })

  test('learns nothing about an address that is taken; its owner is told', async () => {
    await app.createUser('sara')
    const tina = await app.createUser('tina')
    expect(await tina.callOk('changeEmail', { email: 'SARA@example.it', password })).toEqual({
      success: true,
      message: mailed,
    })
    const { text } = await mail.waitForEmail('sara@example.it')
    expect(text).toContain('qualcuno ha chiesto di usare questo indirizzo')
    expect(text).not.toContain('confirm-email')
  })

  test('can use only the newest of two links, and none after an hour', async () => {
    const ugo = await app.createUser('ugo')
    const asks = async (name: string) => {
      await ugo.callOk('changeEmail', { email: `${name}@example.it`, password })
      return tokenIn((await mail.waitForEmail(`${name}@example.it`)).text, 'confirm-email')
    }
    const tries = async (token: string) => (await app.createVisitor().call('confirmEmail', { token })).status
    const [first, second] = [await asks('ugo1'), await asks('ugo2')]
    expect(await tries(first)).toBe(400)
    await expires('email_changes')
    expect(await tries(second)).toBe(400)
    expect((await ugo.callOk('getAccount', {})).user.email).toBe('ugo@example.it')
  })

  test('is too late when somebody has taken it meanwhile; of two who want it, one gets it', async () => {
    const [vera, zoe] = [await app.createUser('vera'), await app.createUser('zoe')]
    const tokens: string[] = []
    for (const [at, person] of [vera, zoe].entries()) {
      await person.callOk('changeEmail', { email: 'conteso@example.it', password })
      tokens.push(tokenIn((await mail.waitForEmail('conteso@example.it', at + 1)).text, 'confirm-email'))
    }
    const replies = await Promise.all(tokens.map((token) => app.createVisitor().call('confirmEmail', { token })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe(
      'Questo indirizzo appartiene già a un altro account.',
    )
  })

  test.each([
    ['the password is wrong', { password: 'non è questa' }, 403, 'La password non è corretta.'],
    ['it is their own already', { email: 'WANDA@example.it' }, 400, 'Questo è già il tuo indirizzo.'],
    ['it is none', { email: 'wanda' }, 400, 'Inserisci un indirizzo email valido.'],
  ])('is refused when %s', async (_case, fields, status, error) => {
    const wanda =
      (await app.createVisitor().call('login', { email: 'wanda@example.it', password })).status === 200
        ? await signsIn('wanda')
        : await app.createUser('wanda')
    expect(await wanda.call('changeEmail', { email: 'altra@example.it', password, ...fields })).toMatchObject({
      status,
      body: { error },
    })
  })

  test('leaves no token in the database, and its traces go with time', async () => {
    const xena = await app.createUser('xena')
    await xena.callOk('changeEmail', { email: 'xena2@example.it', password })
    const token = tokenIn((await mail.waitForEmail('xena2@example.it')).text, 'confirm-email')
    const kept = await app.db.selectFrom('email_changes').selectAll().execute()
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(token)
    const { rows: queue } = await sql`SELECT * FROM pgboss.job`.execute(app.db)
    expect(JSON.stringify(queue)).not.toContain(token)
  })
})
