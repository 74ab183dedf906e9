import { beforeAll, expect, test } from 'vitest'
import { liftSuspension, suspendAccount } from '#server/moderation/moderation.actions.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { expectPublicRowsToBeListed } from '#server/testing/harness/counters.ts'
import { sql } from '#server/testing/sql.ts'

// The database lists the posts that everybody may see, so that lists which are the same for everybody count no others.

const app = useTestApp()
const [anna, bruno] = useUsers(app, 'anna', 'bruno')
let publicIds: number[]
let followersOnlyId: number
beforeAll(async () => {
  publicIds = [
    (await anna.createPost('Buongiorno #sole #mare')).id,
    (await anna.createPost('#sole', { image: await createPhoto(40, 30) })).id,
  ]
  followersOnlyId = (await anna.createPost('#sole #luna', { privacy: 'followers' })).id
  await bruno.createPost('#sole')
})

/** Returns the posts of an author that are listed as public, with their hashtags. */
async function findListed(author = anna) {
  await expectPublicRowsToBeListed(app.db)
  const { rows } = await sql<{ id: number; tags: string[] }>`
    SELECT id, ARRAY(SELECT tag FROM public_hashtags WHERE post_id = id ORDER BY tag) AS tags FROM public_posts
    WHERE author_id = ${author.id} ORDER BY id`.execute(app.db)
  return Object.fromEntries(rows.map(({ id, tags }) => [id, tags]))
}
const listedAtFirst = () => ({ [publicIds[0]!]: ['mare', 'sole'], [publicIds[1]!]: ['sole'] })

test('A post for followers is listed when its author opens it to everybody, and no longer when closed again', async () => {
  expect(await findListed()).toEqual(listedAtFirst())
  await anna.callOk('editPost', { post_id: followersOnlyId, text: '#luna', privacy: 'public' })
  expect(await findListed()).toEqual({ ...listedAtFirst(), [followersOnlyId]: ['luna'] })
  await anna.callOk('editPost', { post_id: followersOnlyId, text: '#sole #luna', privacy: 'followers' })
  expect(await findListed()).toEqual(listedAtFirst())
})

test('Nothing is listed while the account is private or suspended', async () => {
  const note = { actorId: null, userId: anna.id, note: '' }
  await anna.makePrivate()
  expect(await findListed()).toEqual({})
  await suspendAccount(app.db, note)
  await sql`UPDATE users SET is_private = false WHERE id = ${anna.id}`.execute(app.db)
  expect(await findListed()).toEqual({})
  await liftSuspension(app.db, note)
  expect(await findListed()).toEqual(listedAtFirst())
})

test('Posts that are edited while their author’s privacy changes are listed as they are afterwards', async () => {
  const carla = await app.createUser('carla')
  const posts = await Promise.all(Array.from({ length: 6 }, (_, index) => carla.createPost(`#corsa ${index}`)))
  for (let round = 0; round < 6; round++) {
    const changeAccount = round % 2 === 0 ? carla.makePrivate : carla.makePublic
    const edits = posts.map(({ id: post_id }, index) =>
      carla.callOk('editPost', {
        post_id,
        text: `#corsa ${round}`,
        privacy: (index + round) % 3 === 0 ? 'followers' : 'public',
      }),
    )
    await Promise.all([changeAccount(), ...edits])
    await expectPublicRowsToBeListed(app.db)
  }
})

test('A post written while its author goes private is not listed afterwards', async () => {
  for (let round = 0; round < 10; round++) {
    await Promise.all([bruno.createPost(`Di corsa #tardi ${round}`), bruno.makePrivate()])
    expect(await findListed(bruno)).toEqual({})
    await bruno.makePublic()
  }
})
