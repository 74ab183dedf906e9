import { beforeEach, expect, test } from 'vitest'
import { password } from '#server/testing/fixtures/api-client.ts'
import { type TestUser, useTestApp, useNewUsers } from '#server/testing/fixtures/test-app.ts'

// The actions of administrators on people.

const app = useTestApp()
/** The last two are an administrator and a moderator. */
const [alice, ada, marta] = useNewUsers(app, 'alice', 'ada', 'marta')
beforeEach(async () => {
  await ada.makeAdministrator()
  await marta.makeModerator()
})

const findPeople = async (input: object = {}) => (await ada.callOk('getPeople', input)).people
const latestEntry = async () => (await ada.callOk('getModerationLog', { limit: 1 })).entries[0]

test('A person who is no administrator any more can do nothing from that moment on', async () => {
  expect((await ada.call('getPeople', {})).status).toBe(200)
  await ada.makeModerator()
  expect((await ada.call('getPeople', {})).status).toBe(404)
  expect((await ada.call('getReports', {})).status).toBe(200)
})

test('The settings tell an administrator, and only them, that they are one', async () => {
  const isAdministrator = async (user: TestUser) => (await user.callOk('getUserSettings', {})).is_administrator
  expect([await isAdministrator(ada), await isAdministrator(marta), await isAdministrator(alice)]).toEqual([
    true,
    false,
    false,
  ])
})

test('Ada sees people, newest first, page by page, with role and suspension and without e-mail address', async () => {
  await app.createUser('zeno')
  await ada.callOk('suspendUser', { suspended_id: alice.id })
  const first = await ada.callOk('getPeople', { limit: 1 })
  expect(first.people).toEqual([
    {
      id: expect.any(Number),
      username: 'zeno',
      display_name: null,
      profile_pic: null,
      role: 'user',
      is_suspended: false,
      created_at: expect.any(String),
    },
  ])
  const rest = await ada.callOk('getPeople', { limit: 3, cursor: first.next_cursor! })
  const stateOf = new Map(rest.people.map(({ id, role, is_suspended }) => [id, { role, is_suspended }]))
  expect(stateOf.get(alice.id)).toEqual({ role: 'user', is_suspended: true })
  expect(stateOf.get(ada.id)).toEqual({ role: 'administrator', is_suspended: false })
  expect(stateOf.get(marta.id)).toEqual({ role: 'moderator', is_suspended: false })
})

test('Ada finds people by the beginning of their name, however it is written, also whom she has blocked', async () => {
  await ada.block(alice)
  for (const query of [
    alice.username,
    alice.username.replace('_', '').toUpperCase(),
    `  ${alice.username.replace('al', 'al.')}`,
  ])
    expect((await findPeople({ query })).map(({ id }) => id)).toContain(alice.id)
  for (const query of ['nessuno', '%', "'"]) expect(await findPeople({ query })).toEqual([])
  expect((await ada.call('getPeople', { query: 'a'.repeat(101) })).status).toBe(400)
})

test('Ada sees moderators alone', async () => {
  const people = await findPeople({ only: 'moderators', limit: 50 })
  expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([ada.id, marta.id]))
  expect(people.map(({ id }) => id)).not.toContain(alice.id)
})

test('Ada suspends Alice: she is signed out, her posts go, and the log says who did it and why', async () => {
  const { id } = await alice.createPost('Compra!')
  await ada.callOk('suspendUser', { suspended_id: alice.id, note: 'Spam' })
  expect((await alice.call('getUserSettings', {})).status).toBe(401)
  expect((await marta.call('getPost', { post_id: id })).status).toBe(404)
  expect(await latestEntry()).toMatchObject({
    action: 'suspend',
    moderator: ada.username,
    by_operator: false,
    user: { id: alice.id },
    note: 'Spam',
  })
  expect((await ada.call('suspendUser', { suspended_id: alice.id })).status).toBe(409)
  await ada.callOk('liftSuspension', { suspended_id: alice.id })
  expect((await marta.call('getPost', { post_id: id })).status).toBe(200)
})

test('Ada suspends and reinstates a moderator, which another moderator may not', async () => {
  await ada.callOk('suspendUser', { suspended_id: marta.id })
  await alice.makeModerator()
  expect((await alice.call('liftSuspension', { suspended_id: marta.id })).status).toBe(403)
  await ada.callOk('liftSuspension', { suspended_id: marta.id })
})

test('Ada makes Alice a moderator and an ordinary user again, and the log names both', async () => {
  await ada.callOk('changeRole', { changed_id: alice.id, role: 'moderator' })
  expect((await alice.call('getReports', {})).status).toBe(200)
  expect(await latestEntry()).toMatchObject({ action: 'grant', moderator: ada.username, user: { id: alice.id } })
  expect((await ada.call('changeRole', { changed_id: alice.id, role: 'moderator' })).status).toBe(409)
  await ada.callOk('changeRole', { changed_id: alice.id, role: 'user' })
  expect((await alice.call('getReports', {})).status).toBe(404)
  expect(await latestEntry()).toMatchObject({ action: 'revoke', user: { id: alice.id } })
})

test('Two administrators who make the same change at once make it once', async () => {
  const emma = await app.createUser('emma')
  await emma.makeAdministrator()
  const change = (who: TestUser) => who.call('changeRole', { changed_id: alice.id, role: 'moderator' })
  const statuses = (await Promise.all([change(ada), change(emma)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
})

test('Nobody becomes administrator in the app, and no administrator is touched there, not even by themselves', async () => {
  const emma = await app.createUser('elsa')
  await emma.makeAdministrator()
  expect((await ada.call('changeRole', { changed_id: alice.id, role: 'administrator' })).status).toBe(403)
  for (const { id } of [emma, ada]) {
    expect((await ada.call('changeRole', { changed_id: id, role: 'user' })).status).toBe(403)
    expect((await ada.call('suspendUser', { suspended_id: id })).status).toBe(403)
  }
  expect((await emma.call('getOverview', {})).status).toBe(200)
})

test('Nobody is suspended who does not exist', async () => {
  const nobody = Number.MAX_SAFE_INTEGER
  expect((await ada.call('suspendUser', { suspended_id: nobody })).status).toBe(409)
  expect((await ada.call('changeRole', { changed_id: nobody, role: 'moderator' })).status).toBe(409)
})

test('The personal access token of an administrator serves for nothing of this', async () => {
  const { token } = await ada.callOk('createAccessToken', {
    name: 'script',
    scopes: ['read', 'write'],
    days: 30,
    password,
  })
  const reply = await fetch(`${app.url}/api/administration/get_overview.php`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.status).toBe(403)
})
