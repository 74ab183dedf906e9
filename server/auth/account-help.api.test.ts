import { readdir } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '#server/testing/fixtures/authenticator.ts'
import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { createTestApp, type TestUser, useNewUsers, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { useMailServer } from '#server/testing/harness/mail-server.ts'
import { setEmail } from './account-help.actions.ts'
import { readConfig } from '#server/platform/config.ts'
import { sql } from '#server/testing/sql.ts'

const origin = 'https://dintorni.example'
const mail = useMailServer()
const environment = () => ({ SMTP_URL: mail.url, PUBLIC_URL: origin, OPERATOR_EMAIL: 'chi@dintorni.example' })
const app = useTestApp(environment)
/** The second is an administrator, the third a moderator. */
const [alice, ada, marta] = useNewUsers(app, 'alice', 'ada', 'marta')
beforeEach(async () => {
  await ada.makeAdministrator()
  await marta.makeModerator()
  // The e-mail of the registration.
  await mail.waitForEmail(emailOf(alice.username))
})

const confirm = (user: TestUser) => sql`UPDATE users SET email_confirmed = true WHERE id = ${user.id}`.execute(app.db)
async function addPasskey(user: TestUser) {
  await confirm(user)
  const { ticket, options } = await user.callOk('beginPasskey', { password })
  await user.callOk('addPasskey', { ticket, name: '', response: createAuthenticator(origin).register(options) })
}
const latestEntry = async () => (await ada.callOk('getModerationLog', { limit: 1 })).entries[0]
const findEmail = (user: TestUser, part: string) =>
  mail.emails.find(({ to, text }) => to === emailOf(user.username) && text.includes(part))
/** Every call with which Ada would help somebody. */
const tryAll = async (helper: TestUser, { id, username }: { id: number; username: string }) => [
  (await helper.call('showAccount', { name: username })).status,
  (await helper.call('mailResetLink', { helped_id: id })).status,
  (await helper.call('removeSecondFactor', { helped_id: id, password })).status,
  (await helper.call('deleteUser', { deleted_id: id, password })).status,
]

test('Ada sees who has registered with an address and how they sign in, and the log says that she looked', async () => {
  await addPasskey(alice)
  const { account } = await ada.callOk('showAccount', { name: emailOf(alice.username).toUpperCase() })
  expect(account).toEqual({
    id: alice.id,
    username: alice.username,
    email: emailOf(alice.username),
    is_email_confirmed: true,
    role: 'user',
    is_suspended: false,
    passkeys_count: 1,
    recovery_codes_count: 10,
    server_mails: true,
  })
  expect(await latestEntry()).toMatchObject({
    action: 'show_account',
    moderator: ada.username,
    user: { id: alice.id },
  })
  expect((await ada.callOk('showAccount', { name: alice.username })).account).toEqual(account)
  expect(await ada.call('showAccount', { name: 'nessuno@example.it' })).toMatchObject({
    status: 404,
    body: { error: 'Non c’è nessun account con questo nome o indirizzo.' },
  })
})

test('Alice gets the link for a new password from Ada, who does not see it', async () => {
  const reply = await ada.callOk('mailResetLink', { helped_id: alice.id })
  expect(reply).toEqual({ success: true, message: 'Fatto: tra poco riceve l’email con il link, che vale un’ora.' })
  await expect.poll(() => findEmail(alice, '/reset-password#')).toBeDefined()
  const token = /\/reset-password#([\w-]{43})/.exec(findEmail(alice, '/reset-password#')!.text)![1]!
  await app.createVisitor().callOk('resetPassword', { token, password: 'tutta un’altra frase' })
  expect(await latestEntry()).toMatchObject({ action: 'mail_reset_link', user: { id: alice.id } })
})

test('Alice, who has lost her passkey and her codes, signs in with the password alone, and is told', async () => {
  await addPasskey(alice)
  const wrong = await ada.call('removeSecondFactor', { helped_id: alice.id, password: 'non è questa' })
  expect(wrong).toMatchObject({ status: 403, body: { error: 'La password non è corretta.' } })
  const login = () => app.createVisitor().callOk('login', { email: emailOf(alice.username), password })
  expect(await login()).toHaveProperty('second_step')
  await ada.callOk('removeSecondFactor', { helped_id: alice.id, password })
  expect(await login()).toHaveProperty('user')
  expect((await alice.callOk('getPasskeys', {})).recovery_codes_left).toBe(0)
  expect(await latestEntry()).toMatchObject({ action: 'remove_second_factor', user: { id: alice.id } })
  await expect
    .poll(() => findEmail(alice, 'scrivi subito a chi gestisce questo server: chi@dintorni.example'))
    .toBeDefined()
  expect(findEmail(alice, 'per accedere basta la password')).toBeDefined()
  expect((await ada.call('removeSecondFactor', { helped_id: alice.id, password })).status).toBe(409)
})

test('Ada deletes Alice’s account with everything in it; Alice is told, and the log keeps no name', async () => {
  await confirm(alice)
  const { id } = await alice.createPost('Addio', { image: await createPhoto() })
  const countFiles = async () => (await readdir(app.folders.media).catch(() => [])).length
  expect(await countFiles()).toBeGreaterThan(0)
  expect((await ada.call('deleteUser', { deleted_id: alice.id, password: 'non è questa' })).status).toBe(403)
  expect((await marta.call('getPost', { post_id: id })).status).toBe(200)
  await ada.callOk('deleteUser', { deleted_id: alice.id, note: 'L’ha chiesto per posta', password })
  expect((await marta.call('getPost', { post_id: id })).status).toBe(404)
  expect((await alice.call('getFeed', {})).status).toBe(401)
  expect(await countFiles()).toBe(0)
  expect(await latestEntry()).toMatchObject({
    action: 'delete_account',
    moderator: ada.username,
    user: null,
    note: 'L’ha chiesto per posta',
  })
  await expect.poll(() => findEmail(alice, 'ha eliminato il tuo account')).toBeDefined()
})

test('No administrator touches another one, or themselves; moderators and others touch nobody', async () => {
  const emma = await app.createUser('emma')
  await emma.makeAdministrator()
  for (const target of [emma, ada]) expect(await tryAll(ada, target)).toEqual([403, 403, 403, 403])
  for (const helper of [marta, alice]) expect(await tryAll(helper, alice)).toEqual([404, 404, 404, 404])
  expect(await tryAll(ada, { id: Number.MAX_SAFE_INTEGER, username: 'nessuno' })).toEqual([404, 404, 404, 404])
  const entries = await sql<{ id: number }>`SELECT id FROM moderation_log WHERE moderator_id = ${ada.id}`.all(app.db)
  expect(entries).toEqual([])
})

test('The access token of an administrator helps nobody', async () => {
  const { token } = await ada.callOk('createAccessToken', { name: 'x', scopes: ['read', 'write'], days: 30, password })
  const ask = (address: string, body: object) =>
    fetch(`${app.url}/api/auth/${address}.php`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  const replies = await Promise.all([
    ask('show_account', { name: alice.username }),
    ask('mail_reset_link', { helped_id: alice.id }),
    ask('remove_second_factor', { helped_id: alice.id, password }),
    ask('delete_user', { deleted_id: alice.id, password }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403])
})

describe('The operator gives Alice another address', () => {
  const change = (email: string) =>
    setEmail({ db: app.db, jobs: app.jobs, config: readConfig(environment()) }, { userId: alice.id, email })

  test('which counts once she has used the link in that mailbox', async () => {
    const email = `nuova.${emailOf(alice.username)}`
    await change(email)
    const { text } = await mail.waitForEmail(email)
    expect((await alice.callOk('getAccount', {})).user.email).toBe(emailOf(alice.username))
    await app.createVisitor().callOk('confirmEmail', { token: /confirm-email#([\w-]{43})/.exec(text)![1]! })
    expect((await alice.callOk('getAccount', {})).user.email).toBe(email)
    expect(await latestEntry()).toMatchObject({ action: 'set_email', by_operator: true, user: { id: alice.id } })
  })

  test('unless somebody has it, or it is blocked', async () => {
    await expect(change(emailOf(marta.username))).rejects.toMatchObject({ status: 409 })
    await ada.callOk('blockAddress', { address: 'bloccato.example' })
    await expect(change('alice@bloccato.example')).rejects.toMatchObject({ status: 403 })
  })
})

test('An administrator has three links an hour mailed to somebody, and guesses no password', async () => {
  const limited = await createTestApp({ ...environment(), RATE_LIMITS: 'on' })
  const nina = await limited.createUser('nina')
  const rita = await limited.createUser('rita')
  await rita.makeAdministrator()
  const mailed = async () => (await rita.call('mailResetLink', { helped_id: nina.id })).status
  expect([await mailed(), await mailed(), await mailed(), await mailed()]).toEqual([200, 200, 200, 429])
  const guess = async () => (await rita.call('deleteUser', { deleted_id: nina.id, password: 'forse questa' })).status
  const guesses: number[] = []
  for (let count = 0; count < 11; count++) guesses.push(await guess())
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
  expect((await rita.call('removeSecondFactor', { helped_id: nina.id, password })).status).toBe(429)
  await limited.close()
})

test('Where the server sends no e-mail, the link is for the operator to make', async () => {
  const silent = await createTestApp()
  const nina = await silent.createUser('nina')
  const rita = await silent.createUser('rita')
  await rita.makeAdministrator()
  expect(await rita.call('mailResetLink', { helped_id: nina.id })).toMatchObject({
    status: 409,
    body: { error: 'Questo server non manda email: il link lo crea chi lo gestisce, dal terminale.' },
  })
  await silent.close()
})
