import { beforeAll, expect, test } from 'vitest'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()
const [alice, bruno, carla, marta] = useUsers(app, 'alice', 'bruno', 'carla', 'marta')
beforeAll(() => marta.makeModerator())

const readContext = (client: TestUser, target_type: 'post' | 'comment' | 'user', target_id: number) =>
  client.call('getReportedContext', { target_type, target_id })
const mayLoad = async (client: TestUser, url: string | null) => (await client.request(url ?? '')).status === 200

test('A moderator reads the post of a reported comment, although only followers see it, until it is decided', async () => {
  await bruno.follow(alice)
  const post = await alice.createPost('Solo per chi mi segue', {
    privacy: 'followers',
    image: await createPhoto(40, 40),
  })
  const { comment } = await bruno.callOk('addComment', { post_id: post.id, text: 'Che brutto' })
  await alice.callOk('addComment', { post_id: post.id, text: 'Ma no' })
  const other = await alice.createPost('Un altro', { privacy: 'followers', image: await createPhoto(40, 40) })
  expect((await readContext(marta, 'comment', comment.id)).status).toBe(404)
  expect(await mayLoad(marta, post.image_url)).toBe(false)

  await alice.callOk('report', { target_type: 'comment', target_id: comment.id, reason: 'spam', text: '' })
  expect(await readContext(marta, 'comment', comment.id)).toMatchObject({
    status: 200,
    body: {
      posts: [{ id: post.id, text: 'Solo per chi mi segue', privacy: 'followers' }],
      comments: [{ text: 'Ma no' }, { text: 'Che brutto' }],
      has_more: false,
    },
  })
  expect([await mayLoad(marta, post.image_url), await mayLoad(marta, other.image_url)]).toEqual([true, false])
  // The right is the moderator's alone, and reaches no further.
  expect((await readContext(carla, 'comment', comment.id)).status).toBe(404)
  expect(await mayLoad(carla, post.image_url)).toBe(false)
  for (const [type, id] of [
    ['post', post.id],
    ['post', other.id],
    ['user', alice.id],
  ] as const)
    expect((await readContext(marta, type, id)).status).toBe(404)
  expect((await marta.call('getPost', { post_id: post.id })).status).toBe(404)

  await marta.callOk('resolveReport', { target_type: 'comment', target_id: comment.id, action: 'dismiss', note: '' })
  expect((await readContext(marta, 'comment', comment.id)).status).toBe(404)
  expect(await mayLoad(marta, post.image_url)).toBe(false)
})

test('Of a reported profile a moderator reads what everybody sees: to report somebody opens nothing', async () => {
  const shown = await carla.createPost('Per chiunque')
  const hidden = await carla.createPost('Solo follower', { privacy: 'followers', image: await createPhoto(40, 40) })
  await marta.callOk('report', { target_type: 'user', target_id: carla.id, reason: 'spam', text: '' })
  const { body } = await readContext(marta, 'user', carla.id)
  expect(body).toMatchObject({ posts: [{ id: shown.id, text: 'Per chiunque' }], comments: [], has_more: false })
  expect(JSON.stringify(body)).not.toMatch(/user_(liked|commented|bookmarked|spotted)|count/)
  expect(await mayLoad(marta, hidden.image_url)).toBe(false)
  expect((await readContext(alice, 'user', carla.id)).status).toBe(404)
  await carla.makePrivate()
  expect((await readContext(marta, 'user', carla.id)).body).toMatchObject({ posts: [] })
})

test('A moderator reads a reported post whose author has blocked them, with its comments', async () => {
  const post = await alice.createPost('Qui')
  await bruno.callOk('report', { target_type: 'post', target_id: post.id, reason: 'spam', text: '' })
  await alice.block(marta)
  expect((await readContext(marta, 'post', post.id)).body).toMatchObject({ posts: [{ text: 'Qui' }], comments: [] })
})
