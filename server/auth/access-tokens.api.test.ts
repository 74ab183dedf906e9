import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { calls, type Input } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { accessTokensLimit } from '#contract/limits.ts'
import { type TokenScope, tokenScopes } from '#contract/token-scopes.ts'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { useMailServer } from '#server/testing/harness/mail-server.ts'
import { sql } from '#server/testing/sql.ts'

const mail = useMailServer()
const app = useTestApp(() => ({ SMTP_URL: mail.url }))

const create = (user: TestUser, ...scopes: TokenScope[]) =>
  user.callOk('createAccessToken', { name: 'Robot', scopes, days: 30, password })

/** Sends a request with a token and without a cookie. */
const fetchWith = (token: string, url: string, init: RequestInit = {}) =>
  fetch(new URL(url, app.url), {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(20_000),
  })

async function callWith<Name extends CallName>(token: string, name: Name, input: Input<Name> | object = {}) {
  const { method, url } = addressOf(name)
  const query = new URLSearchParams(input as Record<string, string>)
  const response = await (method === 'GET'
    ? fetchWith(token, `${url}?${query}`)
    : fetchWith(token, url, { method, body: JSON.stringify(input) }))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const canRead = async (token: string) => (await callWith(token, 'getFeed')).status

describe('A personal access token', () => {
  test('is shown once, with its name, scopes and days in the list; the database has only its hash', async () => {
    await avoidHourEnd()
    const anna = await app.createUser('anna')
    const { token, access_token } = await create(anna, 'read', 'write')
    expect(token).toMatch(/^dintorni_[\w-]{43}$/)
    expect(access_token).toMatchObject({ name: 'Robot', scopes: ['read', 'write'], last_used_on: null })
    expect(Date.parse(access_token.expires_at) - Date.parse(access_token.created_at)).toBeCloseTo(30 * 86_400_000, -5)
    expect(await canRead(token)).toBe(200)
    const { tokens } = await anna.callOk('getAccessTokens', {})
    expect(tokens).toEqual([{ ...access_token, last_used_on: new Date().toISOString().slice(0, 10) }])
    expect(JSON.stringify(tokens)).not.toContain(token)
    const { rows } = await sql<{ row: string }>`SELECT row_to_json(t)::text AS row FROM access_tokens t`.execute(app.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(token.slice(9))
  })

  test('lets a program publish a picture and read the feed for Bruno, and nothing that he did not allow', async () => {
    const bruno = await app.createUser('bruno')
    const { token: reader } = await create(bruno, 'read')
    const { token: writer } = await create(bruno, 'write')
    const location_id = await app.findPlaceId('Piazza del Duomo', 'Milano')
    const spot = { text: 'Da un robot', location_id, image: await createPhoto(320, 240) }
    expect(await callWith(reader, 'createSpot', spot)).toEqual({
      status: 403,
      body: { success: false, error: 'Questo token non lo permette.' },
    })
    expect((await callWith(writer, 'createSpot', spot)).status).toBe(200)
    expect((await callWith(writer, 'getFeed')).status).toBe(403)
    expect((await callWith(reader, 'getConversations')).status).toBe(403)
  })

  test('with every scope still opens nothing with which the account could be taken over or watched', async () => {
    const mara = await app.createUser('mara')
    await changeRole(app.db, { actorId: null, userId: mara.id, role: 'moderator' })
    const { token } = await create(mara, ...tokenScopes)
    const names = (Object.keys(calls) as CallName[]).filter(
      (name) => calls[name].scope === null && calls[name].access !== 'public',
    )
    expect(names).toEqual(
      expect.arrayContaining(['changePassword', 'createAccessToken', 'exportAccount', 'getReports']),
    )
    for (const name of names) expect([name, (await callWith(token, name)).status]).toEqual([name, 403])
    expect((await fetchWith(token, '/api/events')).status).toBe(403)
    const { url } = await mara.callOk('exportAccount', { user_id: mara.id, password })
    expect((await fetchWith(token, url)).status).toBe(403)
    // As a cookie it is no more than as a header.
    const response = await fetch(new URL(addressOf('getAccount').url, app.url), { headers: { cookie: `sid=${token}` } })
    expect(response.status).toBe(403)
  })

  test('needs the scope that each call names', async () => {
    const nora = await app.createUser('nora')
    const withoutScope: Record<TokenScope, string> = {
      read: (await create(nora, 'write', 'chat')).token,
      write: (await create(nora, 'read', 'chat')).token,
      chat: (await create(nora, 'read', 'write')).token,
    }
    const { token } = await create(nora, ...tokenScopes)
    for (const name of Object.keys(calls) as CallName[]) {
      const scope = calls[name].scope
      if (!scope) continue
      expect([name, (await callWith(withoutScope[scope], name)).status]).toEqual([name, 403])
      expect([name, (await callWith(token, name)).status]).not.toEqual([name, 403])
    }
  })

  test('counts for nobody in what anybody may ask', async () => {
    const { token } = await create(await app.createUser('olga'), 'read')
    expect(await callWith(token, 'checkUsername', { username: 'olga' })).toMatchObject({
      status: 200,
      body: { available: false },
    })
  })

  test('opens a picture only to whom its owner may see', async () => {
    const [vera, walter, zeno] = await Promise.all(['vera', 'walter', 'zeno'].map((name) => app.createUser(name)))
    await vera!.makePrivate()
    await walter!.callOk('requestFollow', { followed_id: vera!.id })
    await vera!.callOk('respondFollowRequest', { requester_id: walter!.id, action: 'accept' })
    const { image_url } = await vera!.createPost('Per pochi', { image: await createPhoto(320, 240) })
    expect((await fetchWith((await create(walter!, 'read')).token, image_url!)).status).toBe(200)
    expect((await fetchWith((await create(zeno!, 'read')).token, image_url!)).status).toBe(404)
  })

  test('with every scope lets nobody see more of Delia', async () => {
    const [delia, ezio, fabia] = await Promise.all(['delia', 'ezio', 'fabia'].map((name) => app.createUser(name)))
    const { token } = await create(delia!, ...tokenScopes)
    const post = await delia!.createPost('Per chi mi segue', { privacy: 'followers' })
    await delia!.makePrivate()
    await ezio!.callOk('requestFollow', { followed_id: delia!.id })
    await delia!.block(fabia!)
    const edit = { post_id: post.id, text: 'Corretto' }
    expect((await callWith(token, 'editPost', { ...edit, privacy: 'followers' })).status).toBe(200)
    const widening: [CallName, object][] = [
      ['editPost', { ...edit, privacy: 'public' }],
      ['respondFollowRequest', { requester_id: ezio!.id, action: 'accept' }],
      ['unblockUser', { blocked_id: fabia!.id }],
    ]
    for (const [name, input] of widening)
      expect([name, await callWith(token, name, input)]).toMatchObject([name, { status: 403 }])
    expect((await delia!.callOk('editPost', { ...edit, privacy: 'public' })).post.privacy).toBe('public')
  })

  test('for conversations alone opens the pictures in them', async () => {
    const [gastone, iride] = await Promise.all(['gastone', 'iride'].map((name) => app.createUser(name)))
    await iride!.follow(gastone!)
    const { message } = await gastone!.callOk('sendMessage', {
      other_id: iride!.id,
      client_id: randomUUID(),
      image: await createPhoto(40, 30),
    })
    expect((await fetchWith((await create(iride!, 'chat')).token, message.image_url!)).status).toBe(200)
    expect((await fetchWith((await create(iride!, 'write')).token, message.image_url!)).status).toBe(403)
  })

  test('is created only with the password, at most twenty times, and the owner gets an e-mail', async () => {
    const pia = await app.createUser('pia')
    const email = await mail.waitForEmail('pia@example.it')
    const confirmation = email.text.match(/\/confirm-email#([\w-]{43})/)?.[1] ?? ''
    await app.createVisitor().callOk('confirmEmail', { token: confirmation })
    mail.emails.splice(mail.emails.indexOf(email), 1)
    const wanted = { name: 'Robot', scopes: ['read' as const], days: 30 as const, password }
    expect(await pia.call('createAccessToken', { ...wanted, password: 'sbagliata' })).toMatchObject({ status: 403 })
    for (const [field, value, error] of [
      ['name', '  ', 'Dai un nome al token.'],
      ['scopes', [], 'Scegli almeno un permesso.'],
      ['scopes', ['admin'], undefined],
      ['days', 10_000, undefined],
    ] as const) {
      const { status, body } = await pia.call('createAccessToken', { ...wanted, [field]: value } as never)
      expect([field, status]).toEqual([field, 400])
      if (error) expect(body.error).toBe(error)
    }
    await pia.callOk('createAccessToken', wanted)
    expect((await mail.waitForEmail('pia@example.it')).text).toContain('è stato creato un token di accesso')
    const others = await Promise.all(
      Array.from({ length: accessTokensLimit + 2 }, () => pia.call('createAccessToken', wanted)),
    )
    expect(others.filter(({ status }) => status === 200)).toHaveLength(accessTokensLimit - 1)
    expect(others.filter(({ status }) => status === 409)).toHaveLength(3)
    expect((await pia.callOk('getAccessTokens', {})).tokens).toHaveLength(accessTokensLimit)
  })
})

test('Nobody whose account is being suspended gets a token in the last moment', async () => {
  const enzo = await app.createUser('enzo')
  // His request has passed the check of the session, which the suspension deletes next.
  await sql`UPDATE users SET suspended_at = now() WHERE id = ${enzo.id}`.execute(app.db)
  const { status } = await enzo.call('createAccessToken', { name: 'Robot', scopes: ['read'], days: 30, password })
  expect(status).toBe(401)
  await sql`UPDATE users SET suspended_at = NULL WHERE id = ${enzo.id}`.execute(app.db)
  expect((await enzo.callOk('getAccessTokens', {})).tokens).toEqual([])
})

describe('A token ends', () => {
  test('when its owner revokes it, which nobody else can', async () => {
    const [rita, sara] = await Promise.all([app.createUser('rita'), app.createUser('sara')])
    const { token, access_token } = await create(rita, 'read')
    expect((await sara.call('deleteAccessToken', { token_id: access_token.id })).status).toBe(404)
    expect(await canRead(token)).toBe(200)
    await rita.callOk('deleteAccessToken', { token_id: access_token.id })
    expect(await canRead(token)).toBe(401)
    expect((await rita.call('deleteAccessToken', { token_id: access_token.id })).status).toBe(404)
  })

  test('on its day', async () => {
    const tina = await app.createUser('tina')
    const { token, access_token } = await create(tina, 'read')
    await sql`UPDATE access_tokens SET expires_at = now() WHERE id = ${access_token.id}`.execute(app.db)
    expect(await canRead(token)).toBe(401)
    expect((await tina.callOk('getAccessTokens', {})).tokens).toEqual([])
  })

  test('when the password changes', async () => {
    const ugo = await app.createUser('ugo')
    const { token } = await create(ugo, 'read')
    await ugo.callOk('changePassword', { current_password: password, new_password: 'un’altra lunga frase' })
    expect(await canRead(token)).toBe(401)
  })

  test('when a mailed link replaces the password', async () => {
    const lina = await app.createUser('lina')
    mail.emails.splice(mail.emails.indexOf(await mail.waitForEmail('lina@example.it')), 1)
    const { token } = await create(lina, 'read')
    await app.createVisitor().callOk('forgotPassword', { email: 'lina@example.it' })
    const reset = (await mail.waitForEmail('lina@example.it')).text.match(/#([\w-]{43})/)?.[1] ?? ''
    await app.createVisitor().callOk('resetPassword', { token: reset, password: 'un’altra lunga frase' })
    expect(await canRead(token)).toBe(401)
  })

  test('when the account is suspended, or deleted', async () => {
    const [vito, luna, capo] = await Promise.all(['vito', 'luna', 'capo'].map((name) => app.createUser(name)))
    await changeRole(app.db, { actorId: null, userId: capo!.id, role: 'moderator' })
    const tokens = [(await create(vito!, 'read')).token, (await create(luna!, 'read')).token]
    await luna!.callOk('report', { target_type: 'user', target_id: vito!.id, reason: 'spam' })
    await capo!.callOk('resolveReport', { target_type: 'user', target_id: vito!.id, action: 'suspend', note: '' })
    await luna!.callOk('deleteAccount', { user_id: luna!.id, password })
    expect(await Promise.all(tokens.map(canRead))).toEqual([401, 401])
  })
})
