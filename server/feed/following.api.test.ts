import { beforeAll, expect, test } from 'vitest'
import { type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'

const app = useTestApp()
let duomo: number
let palermo: number
beforeAll(async () => {
  duomo = await app.findPlaceId('Piazza del Duomo', 'Milano')
  palermo = await app.findPlaceId('Palermo')
})

const findTexts = async (user: TestUser, input = {}) =>
  (await user.callOk('getFollowingFeed', input)).posts.map(({ text }) => text)

/** Reads all pages. */
async function readPages(user: TestUser, limit: number): Promise<string[]> {
  const texts: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await user.callOk('getFollowingFeed', { limit, ...(cursor && { cursor }) })
    if (page.next_cursor) expect(page.posts).toHaveLength(limit)
    texts.push(...page.posts.map(({ text }) => text))
    cursor = page.next_cursor
  } while (cursor)
  return texts
}

test('Alice reads the posts of whom and of what she follows, newest first, each once, wherever they are', async () => {
  const alice = await app.createUser('alice')
  const [bruno, carla, dora] = await Promise.all(['bruno', 'carla', 'dora'].map((name) => app.createUser(name)))
  expect(await alice.callOk('getFollowingFeed', {})).toEqual({ success: true, posts: [], next_cursor: null })
  await alice.follow(bruno!)
  await alice.callOk('followPlace', { place_id: palermo })
  const written: [TestUser, string, number][] = [
    [bruno!, 'Bruno a Palermo', palermo],
    [carla!, 'Carla a Palermo', palermo],
    [carla!, 'Carla a Milano', duomo],
    [bruno!, 'Bruno a Milano', duomo],
    [dora!, 'Dora a Palermo', palermo],
    [alice, 'Alice a Milano', duomo],
    [bruno!, 'Ancora Bruno', duomo],
  ]
  for (const [author, text, location_id] of written) await author.createPost(text, { location_id })
  const expected = ['Ancora Bruno', 'Dora a Palermo', 'Bruno a Milano', 'Carla a Palermo', 'Bruno a Palermo']
  expect(await findTexts(alice)).toEqual(expected)
  for (const limit of [1, 2, 3, 4]) expect(await readPages(alice, limit)).toEqual(expected)
  expect(await findTexts(alice, { offset: 2, limit: 2 })).toEqual(expected.slice(2, 4))
  const [newest] = (await alice.callOk('getFollowingFeed', {})).posts
  await alice.callOk('likePost', { post_id: newest!.id })
  expect((await alice.callOk('getFollowingFeed', {})).posts[0]).toMatchObject({ user_liked: true, likes_count: 1 })
  await alice.callOk('unfollow', { followed_id: bruno!.id })
  expect(await findTexts(alice)).toEqual(['Dora a Palermo', 'Carla a Palermo', 'Bruno a Palermo'])
  expect((await alice.call('getFollowingFeed', { cursor: 'x' })).status).toBe(400)
})

test('It shows what the reader may see, and no more: a request, a block and a suspension count', async () => {
  const emma = await app.createUser('emma')
  const [fabio, gina, hugo] = await Promise.all(['fabio', 'gina', 'hugo'].map((name) => app.createUser(name)))
  const place = { location_id: await app.findPlaceId('Bergamo') }
  await fabio!.makePrivate()
  await emma.callOk('requestFollow', { followed_id: fabio!.id })
  await emma.callOk('followPlace', { place_id: place.location_id })
  await emma.follow(gina!)
  await gina!.createPost('Gina per tutti', place)
  await gina!.createPost('Gina per pochi', { ...place, privacy: 'followers' })
  await fabio!.createPost('Fabio in privato', place)
  await hugo!.createPost('Hugo per pochi', { ...place, privacy: 'followers' })
  await hugo!.createPost('Hugo per tutti', place)
  expect(await findTexts(emma)).toEqual(['Hugo per tutti', 'Gina per pochi', 'Gina per tutti'])
  // A full page, although newer posts are hidden from her.
  expect(await findTexts(emma, { limit: 1, offset: 1 })).toEqual(['Gina per pochi'])
  await fabio!.callOk('respondFollowRequest', { requester_id: emma.id, action: 'accept' })
  expect(await findTexts(emma)).toEqual(['Hugo per tutti', 'Fabio in privato', 'Gina per pochi', 'Gina per tutti'])
  await hugo!.block(emma)
  await suspendAccount(app.db, { actorId: null, userId: gina!.id, note: '' })
  expect(await findTexts(emma)).toEqual(['Fabio in privato'])
})
