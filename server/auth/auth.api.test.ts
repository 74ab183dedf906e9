import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { findRowsContaining } from '#server/testing/harness/stored-rows.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { skeletonOf } from './usernames.rules.ts'

const app = useTestApp()

test('Alice registers and is signed in', async () => {
  const visitor = app.createVisitor()
  const reply = await visitor.call('register', { username: 'alice.r', email: 'Alice@example.it', password })
  expect(reply.status).toBe(200)
  expect(reply.body.user).toEqual({
    id: expect.any(Number),
    username: 'alice.r',
    display_name: null,
    email: 'Alice@example.it',
    profile_pic: null,
    bio: '',
    onboarding_completed: 0,
  })
  expect(reply.headers.getSetCookie()[0]).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect((await visitor.call('getFeed', {})).status).toBe(200)
})

test.each([
  ['a common password', { password: 'password1' }, 400, 'Questa password è troppo comune: scegline un’altra.'],
  ['a username that differs only by case', { username: 'ALICE.r' }, 409, 'Username già in uso'],
  ['a username that looks like another one', { username: 'alice_r_' }, 409, 'Username già in uso'],
  ['a username that reads like another one', { username: 'aIlce.r' }, 409, 'Username già in uso'],
  ['a username of who runs the server', { username: 'Adm1n' }, 409, 'Username già in uso'],
  ['an address that differs only by case', { email: 'aLICE@EXAMPLE.it' }, 409, 'Email già in uso'],
])('Registering with %s is refused', async (_case, field, status, error) => {
  const reply = await app
    .createVisitor()
    .call('register', { username: 'nuova', email: 'nuova@example.it', password, ...field })
  expect(reply).toMatchObject({ status, body: { success: false, error } })
})

test('A username or address in use is not available, in any case of letters', async () => {
  const visitor = app.createVisitor()
  expect(await visitor.callOk('checkUsername', { username: 'Alice.R' })).toEqual({ available: false })
  for (const username of ['a.lice.r', 'moderatore'])
    expect(await visitor.callOk('checkUsername', { username })).toEqual({ available: false })
  expect(await visitor.callOk('checkUsername', { username: 'libero' })).toEqual({ available: true })
  expect(await visitor.callOk('checkEmail', { email: 'alice@EXAMPLE.it' })).toEqual({ available: false })
  expect(await visitor.callOk('checkEmail', { email: 'libera@example.it' })).toEqual({ available: true })
})

test('Reserved and look-alike names are compared by the same skeleton', async () => {
  const names = ['Anna', 'a.n_n.a', 'I1lO0o', 'rnodern', 'vvalter.RN', '1ntern3t', 'v.v_r.n', '__', 'Zz9']
  const { rows } = await sql<{ skeleton: string }>`
    SELECT username_skeleton(name) AS skeleton FROM unnest(${names}::text[]) WITH ORDINALITY AS list (name, nr)
    ORDER BY nr`.execute(app.db)
  expect(rows.map(({ skeleton }) => skeleton)).toEqual(names.map(skeletonOf))
})

test('Of two people who choose usernames that look alike at the same moment one gets it', async () => {
  const replies = await Promise.all(
    ['contorno1', 'conto_mo.i'].map((username) =>
      app.createVisitor().call('register', { username, email: `${username}@example.it`, password }),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('An unknown address and a wrong password get the same reply', async () => {
  const wrong = await app.createVisitor().call('login', { email: 'alice@example.it', password: 'sbagliata!' })
  const unknown = await app.createVisitor().call('login', { email: 'nessuno@example.it', password: 'sbagliata!' })
  expect(wrong).toMatchObject({ status: 401, body: { success: false, error: 'Email o password non corretti.' } })
  expect(unknown.body).toEqual(wrong.body)
})

test('After Alice has signed out, her old cookie is refused', async () => {
  const visitor = app.createVisitor()
  const { headers } = await visitor.call('login', { email: 'alice@example.it', password })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await visitor.callOk('logout', {})
  const replayed = await fetch(`${app.url}/api/feed/get_feed.php`, { headers: { cookie } })
  expect(replayed.status).toBe(401)
})

test('A client without cookies can send the same token as Bearer', async () => {
  const { headers } = await app.createVisitor().call('login', { email: 'alice@example.it', password })
  const token = headers.getSetCookie()[0]?.match(/^sid=([^;]+)/)?.[1]
  const reply = await fetch(`${app.url}/api/feed/get_feed.php`, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status).toBe(200)
})

test('The database holds no password and no token', async () => {
  const { headers } = await app.createVisitor().call('login', { email: 'alice@example.it', password })
  const token = headers.getSetCookie()[0]?.match(/^sid=([^;]+)/)?.[1] ?? ''
  const { password_hash } = await sql<{
    password_hash: string
  }>`SELECT password_hash FROM users WHERE username = 'alice.r'`.one(app.db)
  const sessions = await sql<{ token_sha256: Buffer }>`SELECT token_sha256 FROM sessions`.all(app.db)
  expect(password_hash).toMatch(/^\$argon2id\$/)
  expect(sessions.map(({ token_sha256 }) => token_sha256.toString('base64url'))).not.toContain(token)
})

test('An expired session is refused', async () => {
  const bruno = await app.createUser('bruno')
  await sql`UPDATE sessions SET expires_at = ${new Date(Date.now() - 1000)} WHERE user_id = ${bruno.id}`.execute(app.db)
  expect((await bruno.call('getFeed', {})).status).toBe(401)
})

test('A session expires 30 days after its last use', async () => {
  const carla = await app.createUser('carla')
  await sql`UPDATE sessions SET expires_at = ${new Date(Date.now() + 60_000)} WHERE user_id = ${carla.id}`.execute(
    app.db,
  )
  await carla.callOk('getFeed', {})
  const { expires_at } = await sql<{
    expires_at: Date
  }>`SELECT expires_at FROM sessions WHERE user_id = ${carla.id}`.one(app.db)
  expect(expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 3600 * 1000)
})

test('Dario completes his own onboarding and nobody else’s', async () => {
  const dario = await app.createUser('dario')
  expect((await dario.callOk('completeOnboarding', { user_id: dario.id })).user.onboarding_completed).toBe(1)
  expect((await dario.call('completeOnboarding', { user_id: dario.id + 1 })).status).toBe(403)
})

describe('After forgetting the password', () => {
  const outbox = () => path.join(path.dirname(app.folders.media), 'outbox')
  const emailsTo = async (address: string) => {
    const files = (await readdir(outbox()).catch(() => [])).toSorted()
    const emails = await Promise.all(files.map((file) => readFile(path.join(outbox(), file), 'utf8')))
    return emails
      .filter((email) => email.includes(`To: ${address}`))
      .map((email) => email.replaceAll('=\n', '').replaceAll('=3D', '='))
  }
  /** Waits for `count` e-mails. @returns the token in the newest. */
  const waitForToken = async (address: string, count: number) => {
    const text = await vi.waitFor(
      async () => {
        const all = await emailsTo(address)
        expect(all).toHaveLength(count)
        return all.at(-1) ?? ''
      },
      { timeout: 20_000 },
    )
    return text.match(/\/reset-password#([\w-]{43})/)?.[1] ?? ''
  }
  const newPassword = 'tutta un’altra frase'

  test('Ada chooses a new one by a mailed link, which ends every session', async () => {
    const ada = await app.createUser('ada')
    expect(await app.createVisitor().callOk('forgotPassword', { email: 'ADA@example.it' })).toEqual({
      success: true,
      message:
        'Se questo indirizzo è registrato, tra poco riceverai un’email con il link per scegliere una nuova password. Se l’hai già chiesto più volte, usa il link dell’ultima.',
    })
    const token = await waitForToken('ada@example.it', 1)
    expect(await app.createVisitor().callOk('resetPassword', { token, password: newPassword })).toEqual({
      success: true,
      message: 'Password cambiata. Ora puoi accedere.',
    })
    expect((await ada.call('getFeed', {})).status).toBe(401)
    expect((await app.createVisitor().call('login', { email: 'ada@example.it', password })).status).toBe(401)
    expect((await app.createVisitor().call('login', { email: 'ada@example.it', password: newPassword })).status).toBe(
      200,
    )
    expect(await app.createVisitor().call('resetPassword', { token, password })).toMatchObject({
      status: 400,
      body: { error: 'Questo link non è più valido: chiedine un altro.' },
    })
  })

  test('the reply is the same whether the account exists or not', async () => {
    await app.createUser('ebe')
    const known = await app.createVisitor().call('forgotPassword', { email: 'ebe@example.it' })
    const unknown = await app.createVisitor().call('forgotPassword', { email: 'nessuno@example.it' })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    await waitForToken('ebe@example.it', 1)
    expect(await emailsTo('nessuno@example.it')).toEqual([])
  })

  test('only the newest link is valid, for an hour, and not for a common password', async () => {
    await app.createUser('ida')
    await app.createVisitor().callOk('forgotPassword', { email: 'ida@example.it' })
    const first = await waitForToken('ida@example.it', 1)
    await app.createVisitor().callOk('forgotPassword', { email: 'ida@example.it' })
    const second = await waitForToken('ida@example.it', 2)
    const resetWith = async (token: string, chosen = newPassword) =>
      (await app.createVisitor().call('resetPassword', { token, password: chosen })).status
    expect(await resetWith(first)).toBe(400)
    expect(await resetWith(second, 'password1')).toBe(400)
    await sql`UPDATE password_resets SET expires_at = now() - interval '1 second'`.execute(app.db)
    expect(await resetWith(second)).toBe(400)
  })

  test('the token is not in the database', async () => {
    await app.createUser('ugo')
    await app.createVisitor().callOk('forgotPassword', { email: 'ugo@example.it' })
    const token = await waitForToken('ugo@example.it', 1)
    expect(await findRowsContaining(app.db, [token])).toEqual([])
    const resets = await sql<{ token_sha256: Buffer }>`SELECT * FROM password_resets`.all(app.db)
    expect(resets.length).toBeGreaterThan(0)
    expect(resets.some(({ token_sha256 }) => token_sha256.toString('latin1').includes(token))).toBe(false)
  })
})
