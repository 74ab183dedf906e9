import { expect, test } from 'vitest'
import { useNewUsers, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [anna, bruno] = useNewUsers(app, 'anna', 'bruno')
const name = 'Anna Rossi'
const giveName = (display_name: string) => anna.callOk('updateProfile', { display_name })
const nameIn = (people: { id: number; display_name: string | null }[]) =>
  people.find(({ id }) => id === anna.id)?.display_name

test('Anna gets a name in one line, keeps it while she changes her bio, and removes it', async () => {
  expect((await giveName('  Anna \n  Rossi ')).user.display_name).toBe(name)
  expect((await anna.callOk('updateProfile', { bio: 'Ciao' })).user).toMatchObject({ display_name: name, bio: 'Ciao' })
  expect((await anna.callOk('getAccount', {})).user.display_name).toBe(name)
  expect((await bruno.callOk('getProfile', { user_id: anna.id })).user.display_name).toBe(name)
  expect((await app.createVisitor().callOk('getProfile', { user_id: anna.id })).user.display_name).toBe(name)
  expect((await giveName(' ')).user).toMatchObject({ display_name: null, bio: 'Ciao' })
  expect((await bruno.callOk('getProfile', { user_id: anna.id })).user.display_name).toBeNull()
})

test.each(['Staff di Dintorni', 'Amministrazióne', 'DINTORNI', 'Supporto – Anna'])(
  'Nobody is called %s: it would pass for who runs the server',
  async (display_name) => {
    const { status, body } = await anna.call('updateProfile', { display_name })
    expect([status, body.error]).toEqual([400, 'Questo nome farebbe pensare a chi gestisce il server.'])
  },
)

test('No row has an empty name, one of more than forty characters, or one that no search finds', async () => {
  for (const [display_name, key] of [
    ['', ''],
    ['a'.repeat(41), 'a'],
    ['Anna', null],
    [null, 'anna'],
  ])
    await expect(
      sql`UPDATE users SET display_name = ${display_name}, display_name_key = ${key} WHERE id = ${anna.id}`.execute(
        app.db,
      ),
    ).rejects.toMatchObject({ code: '23514' })
})

test('Bruno reads Anna’s name in the lists of people, and in their conversation', async () => {
  await giveName(name)
  const post = await bruno.createPost('Ciao')
  await anna.callOk('likePost', { post_id: post.id })
  await anna.follow(bruno)
  await bruno.follow(anna)
  await bruno.callOk('mute', { target_type: 'user', target_id: anna.id })
  const lists = {
    likes: (await bruno.callOk('getLikes', { post_id: post.id })).likes,
    followers: (await bruno.callOk('getFollowers', { user_id: bruno.id })).followers,
    following: (await bruno.callOk('getFollowing', { user_id: bruno.id })).following,
    mentions: (await bruno.callOk('suggestMentions', { beginning: anna.username })).users,
    muted: (await bruno.callOk('getMuted', {})).muted.flatMap(({ user }) => user ?? []),
    found: (await bruno.callOk('search', { q: anna.username })).results,
    conversation: [(await bruno.callOk('getMessages', { other_id: anna.id })).conversation.user],
  }
  for (const [list, people] of Object.entries(lists)) expect([list, nameIn(people)]).toEqual([list, name])
  await bruno.block(anna)
  expect(nameIn((await bruno.callOk('getBlockedUsers', {})).blocked_users)).toBe(name)
  for (const gone of [
    (await anna.call('getProfile', { user_id: bruno.id })).status,
    (await bruno.call('getProfile', { user_id: anna.id })).status,
  ])
    expect(gone).toBe(404)
})

test('A visitor reads in the likes of a public post whose they are, but not the name of a private account', async () => {
  await giveName(name)
  const post = await bruno.createPost('Ciao')
  await anna.callOk('likePost', { post_id: post.id })
  const likesFor = async (client: Pick<typeof bruno, 'callOk'>) =>
    (await client.callOk('getLikes', { post_id: post.id })).likes
  expect(nameIn(await likesFor(app.createVisitor()))).toBe(name)
  await anna.makePrivate()
  expect(await likesFor(app.createVisitor())).toMatchObject([{ username: anna.username, display_name: null }])
  expect(nameIn(await likesFor(bruno))).toBe(name)
})

test('A moderator reads the name of a reported profile', async () => {
  await giveName(name)
  const moderator = await app.createUser('giudice')
  await moderator.makeModerator()
  await bruno.callOk('report', { target_type: 'user', target_id: anna.id, reason: 'impersonation' })
  const { reports } = await moderator.callOk('getReports', { limit: 50 })
  expect(reports.find(({ target_id }) => target_id === anna.id)?.user).toMatchObject({ display_name: name })
})
