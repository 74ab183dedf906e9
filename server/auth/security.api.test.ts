import { describe, expect, test } from 'vitest'
import { useMailServer } from '#server/testing/harness/mail-server.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { type Client, password } from '#server/testing/fixtures/api-client.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { sql } from '#server/testing/sql.ts'

const mail = useMailServer()
const app = useTestApp(() => ({ SMTP_URL: mail.url }))

const newPassword = 'tutta un’altra frase'
const agents = {
  chrome:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
}

/** Starts another session of a user, with a browser's user agent. */
async function startSession(name: string, agent?: keyof typeof agents, secret = password): Promise<Client> {
  const client = app.createVisitor()
  const { status } = await client.request('/api/auth/login.php', {
    method: 'POST',
    body: JSON.stringify({ email: `${name}@example.it`, password: secret }),
    headers: { 'content-type': 'application/json', 'user-agent': agent ? agents[agent] : '' },
  })
  expect(status).toBe(200)
  return client
}
/** Creates a user who has confirmed the address; e-mails are counted from then on. */
async function createOwner(name: string): Promise<TestUser> {
  const user = await app.createUser(name)
  const email = await mail.waitForEmail(`${name}@example.it`)
  await app.createVisitor().callOk('confirmEmail', { token: findToken(email.text, 'confirm-email') })
  mail.emails.splice(mail.emails.indexOf(email), 1)
  return user
}
const isSignedIn = async (client: Client) => (await client.call('getAccount', {})).status === 200
const findToken = (text: string, page: string) => text.match(new RegExp(`/${page}#([\\w-]{43})`))?.[1] ?? ''
/** Lets all tokens of a table expire. */
const expireTokens = (table: 'password_resets' | 'email_changes') =>
  sql`UPDATE ${sql.raw(table)} SET expires_at = ${new Date(Date.now() - 1000)}`.execute(app.db)

/** Opens a stream after the welcome has arrived, so that no event follows. `ended` resolves when the server ends it. */
async function openStream(client: Client, serverUrl = app.url): Promise<{ ended: Promise<string> }> {
  await expect.poll(async () => (await client.callOk('getNotifications', {})).notifications.length).toBe(1)
  const response = await client.request(`${serverUrl}/api/events`, { signal: AbortSignal.timeout(20_000) })
  expect(response.status).toBe(200)
  return { ended: response.text() }
}

describe('The list of sessions', () => {
  test('shows all: a sign-in beyond fifty ends the session that was used least recently', async () => {
    const zita = await createOwner('zita')
    await sql`UPDATE sessions SET expires_at = ${new Date(Date.now() + 3600_000)} WHERE user_id = ${zita.id}`.execute(
      app.db,
    )
    const page = await openStream(zita)
    // The stream has moved the expiry on.
    await sql`UPDATE sessions SET expires_at = ${new Date(Date.now() + 29.5 * 24 * 3600_000)} WHERE user_id = ${zita.id}`.execute(
      app.db,
    )
    let newest = await startSession('zita')
    for (let n = 0; n < 48; n++) newest = await startSession('zita')
    expect((await newest.callOk('getSessions', {})).sessions).toHaveLength(50)
    expect(await isSignedIn(zita)).toBe(true)
    const together = await Promise.all([startSession('zita'), startSession('zita'), startSession('zita')])
    expect((await newest.callOk('getSessions', {})).sessions).toHaveLength(50)
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM sessions WHERE user_id = ${zita.id}`.execute(app.db)
    expect(rows[0]?.count).toBe(50)
    expect(await Promise.all(together.map(isSignedIn))).toEqual([true, true, true])
    await page.ended
    expect(await isSignedIn(zita)).toBe(false)
  })

  test('names browser and system, the viewer’s own session first', async () => {
    await avoidHourEnd()
    const ada = await createOwner('ada')
    const phone = await startSession('ada', 'chrome')
    const desk = await startSession('ada', 'firefox')
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

  test('shows the day of the last use, and a request on the same day writes nothing', async () => {
    await avoidHourEnd()
    await createOwner('bea')
    const old = await startSession('bea', 'firefox')
    const recent = await startSession('bea', 'chrome')
    const dayMs = 24 * 3600 * 1000
    await sql`UPDATE sessions SET expires_at = ${new Date(Date.now() + 27 * dayMs)} WHERE device = 'Firefox su Windows'`.execute(
      app.db,
    )
    const findLastUse = async () =>
      (await recent.callOk('getSessions', {})).sessions.find(({ device }) => device.startsWith('Firefox'))?.last_used_on
    const countByTransaction = async () =>
      (
        await sql<{ count: number }>`
          SELECT count(*)::int AS count FROM sessions WHERE device IS NOT NULL GROUP BY xmin`.execute(app.db)
      ).rows
    expect(await findLastUse()).toBe(new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10))
    expect(await isSignedIn(old)).toBe(true)
    expect(await findLastUse()).toBe(new Date().toISOString().slice(0, 10))
    const before = await countByTransaction()
    for (const client of [old, recent, old]) expect(await isSignedIn(client)).toBe(true)
    expect(await countByTransaction()).toEqual(before)
  })

  test('stores neither the user agent nor the network address', async () => {
    await createOwner('cora')
    await startSession('cora', 'chrome')
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM sessions WHERE device LIKE 'Chrome%'`.execute(
      app.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { device, ...rest } of rows) {
      expect(device).toBe('Chrome su Android')
      expect(Object.keys(rest).toSorted()).toEqual(['created_at', 'expires_at', 'id', 'token_sha256', 'user_id'])
    }
  })

  test('lets Dora end single sessions of hers, and Eva none of Dora’s', async () => {
    await createOwner('dora')
    const eva = await createOwner('eva')
    const phone = await startSession('dora', 'chrome')
    const desk = await startSession('dora', 'firefox')
    const { sessions } = await phone.callOk('getSessions', {})
    const deskId = sessions.find(({ device }) => device.startsWith('Firefox'))!.id
    expect((await eva.call('endSession', { session_id: deskId })).status).toBe(404)
    expect(await phone.callOk('endSession', { session_id: deskId })).toEqual({
      success: true,
      message: 'Dispositivo disconnesso.',
    })
    expect([await isSignedIn(desk), await isSignedIn(phone)]).toEqual([false, true])
    expect((await phone.call('endSession', { session_id: deskId })).status).toBe(404)
    const own = await phone.call('endSession', { session_id: sessions[0]!.id })
    expect(own.headers.get('set-cookie')).toMatch(/^sid=;/)
    expect(await isSignedIn(phone)).toBe(false)
  })

  test('lets Flora end all sessions at once, with the open pages on every server', async () => {
    const flora = await createOwner('flora')
    const desk = await startSession('flora', 'firefox')
    const other = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
    try {
      const streams = [await openStream(desk), await openStream(desk, other.url), await openStream(flora)]
      await flora.callOk('endAllSessions', {})
      await Promise.all(streams.map(({ ended }) => ended))
      expect([await isSignedIn(flora), await isSignedIn(desk)]).toEqual([false, false])
    } finally {
      await other.stop()
    }
  })

  test('loses a session that signs out, whose open pages end', async () => {
    const gaia = await createOwner('gaia')
    const stream = await openStream(gaia)
    await gaia.callOk('logout', {})
    await stream.ended
  })
})

describe('A reset of the password by e-mail', () => {
  test('leads from the e-mail over the link to a new password, and ends every session', async () => {
    const ida = await createOwner('ida')
    const stream = await openStream(ida)
    await app.createVisitor().callOk('forgotPassword', { email: 'ida@example.it' })
    const email = await mail.waitForEmail('ida@example.it')
    expect(email).toMatchObject({ from: 'dintorni@127.0.0.1', text: expect.stringContaining('Ciao ida,') })
    const token = findToken(email.text, 'reset-password')
    expect(await app.createVisitor().callOk('resetPassword', { token, password: newPassword })).toMatchObject({
      message: 'Password cambiata. Ora puoi accedere.',
    })
    await stream.ended
    expect(await isSignedIn(ida)).toBe(false)
    expect(await isSignedIn(await startSession('ida', 'chrome', newPassword))).toBe(true)
    expect((await app.createVisitor().call('resetPassword', { token, password })).status).toBe(400)
  })

  test('accepts only the newest of two links, and none after an hour', async () => {
    await createOwner('isa')
    const requestLink = async (count: number) => {
      await app.createVisitor().callOk('forgotPassword', { email: 'isa@example.it' })
      return findToken((await mail.waitForEmail('isa@example.it', count)).text, 'reset-password')
    }
    const resetWith = async (token: string) =>
      (await app.createVisitor().call('resetPassword', { token, password: newPassword })).status
    const first = await requestLink(1)
    const second = await requestLink(2)
    expect(await resetWith(first)).toBe(400)
    await expireTokens('password_resets')
    expect(await resetWith(second)).toBe(400)
    expect(await resetWith(await requestLink(3))).toBe(200)
  })

  test('is answered at once while the mail server is away; the e-mail arrives when it is back', async () => {
    await createOwner('lia')
    await mail.stop()
    expect((await app.createVisitor().call('forgotPassword', { email: 'lia@example.it' })).status).toBe(200)
    // Until a first attempt has failed.
    await expect
      .poll(async () => {
        const { rows } = await sql`
            SELECT id FROM pgboss.job WHERE name = 'passwordReset' AND state = 'retry'`.execute(app.db)
        return rows.length
      })
      .toBe(1)
    await mail.restart()
    const token = findToken((await mail.waitForEmail('lia@example.it')).text, 'reset-password')
    expect((await app.createVisitor().call('resetPassword', { token, password: newPassword })).status).toBe(200)
  })
})

describe('A change of the password', () => {
  test('keeps Mara signed in with a new token, ends the other sessions and sends an e-mail', async () => {
    const mara = await createOwner('mara')
    const desk = await startSession('mara', 'firefox')
    const stream = await openStream(desk)
    const reply = await mara.call('changePassword', { current_password: password, new_password: newPassword })
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Password cambiata. Gli altri dispositivi sono stati disconnessi.' },
    })
    expect(reply.headers.get('set-cookie')).toMatch(/^sid=[\w-]{43};/)
    await stream.ended
    expect([await isSignedIn(mara), await isSignedIn(desk)]).toEqual([true, false])
    expect((await app.createVisitor().call('login', { email: 'mara@example.it', password })).status).toBe(401)
    expect((await mail.waitForEmail('mara@example.it')).text).toMatch(
      /la password del tuo account è appena cambiata[^]*\/forgot-password/,
    )
  })

  test('makes the old token invalid', async () => {
    await createOwner('mina')
    const { headers } = await app.createVisitor().call('login', { email: 'mina@example.it', password })
    const authorization = `Bearer ${headers.getSetCookie()[0]?.match(/^sid=([^;]+)/)?.[1]}`
    const send = (path: string, body?: string) =>
      fetch(`${app.url}/api/auth/${path}.php`, {
        ...(body && { method: 'POST', body }),
        headers: { authorization, 'content-type': 'application/json' },
      })
    expect(
      (await send('change_password', JSON.stringify({ current_password: password, new_password: newPassword }))).status,
    ).toBe(200)
    expect((await send('get_account')).status).toBe(401)
  })

  test.each([
    ['a wrong password', { current_password: 'non è questa' }, 403, 'La password non è corretta.'],
    [
      'a common new password',
      { new_password: 'password1' },
      400,
      'Questa password è troppo comune: scegline un’altra.',
    ],
  ])('is refused with %s', async (given, fields, status, error) => {
    const nora = await createOwner(`nora.${given.length}`)
    expect(
      await nora.call('changePassword', { current_password: password, new_password: newPassword, ...fields }),
    ).toMatchObject({ status, body: { success: false, error } })
    expect(await isSignedIn(await startSession(`nora.${given.length}`))).toBe(true)
  })

  test('happens once when it is made twice at the same moment', async () => {
    const olga = await createOwner('olga')
    const desk = await startSession('olga')
    const replies = await Promise.all(
      [olga, desk].map((client, index) =>
        client.call('changePassword', { current_password: password, new_password: `${newPassword} ${index}` }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([await isSignedIn(olga), await isSignedIn(desk)].filter(Boolean)).toHaveLength(1)
  })

  test('also ends sessions that begin with the old password at the same moment', async () => {
    const ora = await createOwner('ora')
    let secret = password
    for (let round = 0; round < 6; round++) {
      const clients = Array.from({ length: 6 }, () => app.createVisitor())
      const signingIn = clients.map((client) => client.call('login', { email: 'ora@example.it', password: secret }))
      const next = `${newPassword} ${round}`
      await ora.callOk('changePassword', { current_password: secret, new_password: next })
      await Promise.all(signingIn)
      secret = next
      expect(await Promise.all(clients.map(isSignedIn))).toEqual(clients.map(() => false))
      expect((await ora.callOk('getSessions', {})).sessions).toHaveLength(1)
    }
  })

  test('makes a link that was mailed before invalid', async () => {
    const pia = await createOwner('pia')
    await app.createVisitor().callOk('forgotPassword', { email: 'pia@example.it' })
    const token = findToken((await mail.waitForEmail('pia@example.it')).text, 'reset-password')
    await pia.callOk('changePassword', { current_password: password, new_password: newPassword })
    expect((await app.createVisitor().call('resetPassword', { token, password })).status).toBe(400)
  })
})

test('What a thief has asked for, and the mail server has not taken yet, ends with a new password', async () => {
  const pina = await createOwner('pina')
  const thief = await startSession('pina')
  await mail.stop()
  await thief.callOk('changeEmail', { email: 'ladro@example.it', password })
  await app.createVisitor().callOk('forgotPassword', { email: 'Pina@Example.it' })
  const countJobs = async (state: string) => {
    const { rows } = await sql`
      SELECT 1 FROM pgboss.job WHERE name IN ('emailChange', 'passwordReset') AND state = ${state}`.execute(app.db)
    return rows.length
  }
  await expect.poll(() => countJobs('retry')).toBe(2)
  await pina.callOk('changePassword', { current_password: password, new_password: newPassword })
  await mail.restart()
  await mail.waitForEmail('pina@example.it')
  await expect.poll(async () => [await countJobs('retry'), await countJobs('active')]).toEqual([0, 0])
  expect(mail.emails.filter(({ to }) => to === 'ladro@example.it' || to === 'pina@example.it')).toHaveLength(1)
  for (const table of ['password_resets', 'email_changes'] as const)
    expect(await sql`SELECT * FROM ${sql.raw(table)} WHERE user_id = ${pina.id}`.all(app.db)).toEqual([])
})

describe('A change of the address', () => {
  const mailed = 'Ti abbiamo scritto al nuovo indirizzo: apri il link nell’email entro un’ora per confermarlo.'

  test('takes effect when the link is opened, and the old address gets an e-mail', async () => {
    const rita = await createOwner('rita')
    await app.createVisitor().callOk('forgotPassword', { email: 'rita@example.it' })
    const reset = findToken((await mail.waitForEmail('rita@example.it')).text, 'reset-password')
    expect(await rita.callOk('changeEmail', { email: ' Nuova@example.it ', password })).toEqual({
      success: true,
      message: mailed,
    })
    const token = findToken((await mail.waitForEmail('Nuova@example.it')).text, 'confirm-email')
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
    expect(await app.createVisitor().call('resetPassword', { token: reset, password: newPassword })).toMatchObject({
      status: 400,
    })
    // A second click is answered as if it had worked.
    expect(await app.createVisitor().callOk('confirmEmail', { token })).toEqual({
      success: true,
      message: 'Indirizzo confermato. Grazie!',
    })
    expect(await app.createVisitor().call('confirmEmail', { token: 'x'.repeat(43) })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Questo link non è più valido') },
    })
  })

  test('does not reveal that an address is taken; its owner gets an e-mail', async () => {
    await createOwner('sara')
    const tina = await createOwner('tina')
    expect(await tina.callOk('changeEmail', { email: 'SARA@example.it', password })).toEqual({
      success: true,
      message: mailed,
    })
    const { text } = await mail.waitForEmail('sara@example.it')
    expect(text).toContain('qualcuno ha chiesto di usare questo indirizzo')
    expect(text).not.toContain('confirm-email')
  })

  test('accepts only the newest of two links, and none after an hour', async () => {
    const ugo = await createOwner('ugo')
    const requestChange = async (name: string) => {
      await ugo.callOk('changeEmail', { email: `${name}@example.it`, password })
      return findToken((await mail.waitForEmail(`${name}@example.it`)).text, 'confirm-email')
    }
    const resetWith = async (token: string) => (await app.createVisitor().call('confirmEmail', { token })).status
    const first = await requestChange('ugo1')
    const second = await requestChange('ugo2')
    expect(await resetWith(first)).toBe(400)
    await expireTokens('email_changes')
    expect(await resetWith(second)).toBe(400)
    expect((await ugo.callOk('getAccount', {})).user.email).toBe('ugo@example.it')
  })

  test('fails if another account has taken the address meanwhile; of two accounts one gets it', async () => {
    const vera = await createOwner('vera')
    const zoe = await createOwner('zoe')
    const tokens: string[] = []
    for (const [at, person] of [vera, zoe].entries()) {
      await person.callOk('changeEmail', { email: 'conteso@example.it', password })
      tokens.push(findToken((await mail.waitForEmail('conteso@example.it', at + 1)).text, 'confirm-email'))
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
  ])('is refused when %s', async (_case, fields, status, error) => {
    const wanda =
      (await app.createVisitor().call('login', { email: 'wanda@example.it', password })).status === 200
        ? await startSession('wanda')
        : await createOwner('wanda')
    expect(await wanda.call('changeEmail', { email: 'altra@example.it', password, ...fields })).toMatchObject({
      status,
      body: { error },
    })
  })

  test('stores no token, and its rows are purged', async () => {
    const xena = await createOwner('xena')
    await xena.callOk('changeEmail', { email: 'xena2@example.it', password })
    const token = findToken((await mail.waitForEmail('xena2@example.it')).text, 'confirm-email')
    const kept = await sql`SELECT * FROM email_changes`.all(app.db)
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(token)
    const { rows: queue } = await sql`SELECT * FROM pgboss.job`.execute(app.db)
    expect(JSON.stringify(queue)).not.toContain(token)
  })
})
