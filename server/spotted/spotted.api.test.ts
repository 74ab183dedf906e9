import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type Person, type World } from '#server/testing/world.ts'

let world: World
let alice: Person
let bruno: Person
let carla: Person
let placeId: number
beforeAll(async () => {
  world = await openWorld()
  ;[alice, bruno, carla] = [await world.person('alice'), await world.person('bruno'), await world.person('carla')]
  placeId = await world.place('Bergamo')
})
afterAll(() => world.close())

/** Bruno is confirmed in a post of Alice's. */
async function confirmed(text: string, privacy: 'public' | 'followers' = 'public'): Promise<number> {
  const { id } = await alice.publishes(text, { location_id: placeId, privacy })
  await world.db.insertInto('spotted_requests').values({ post_id: id, requester_id: bruno.id, status: 'confirmed' }).execute()
  await world.db.updateTable('posts').set({ spotted_count: 1 }).where('id', '=', id).execute()
  return id
}

const seenBy = async (person: Person) => ({
  ofBruno: (await person.gets('getSpottedPosts', { user_id: bruno.id })).spotted_posts.map(({ text }) => text),
  ofPlace: (await person.gets('getLocationSpottedPosts', { location_id: placeId })).spotted_posts.map(({ text }) => text),
  counted: [(await person.gets('getProfile', { user_id: bruno.id })).user.spotted_received, (await person.gets('getLocation', { location_id: placeId })).location.spotted_confirmed_count],
})

test('The posts in which Bruno is confirmed are listed and counted as each may see them: a count tells of nothing that the list hides', async () => {
  await confirmed('Per tutti')
  await confirmed('Per chi mi segue', 'followers')
  await alice.publishes('Senza nessuno', { location_id: placeId })
  await carla.follows(alice)
  const all = ['Per chi mi segue', 'Per tutti']
  expect(await seenBy(alice)).toEqual({ ofBruno: all, ofPlace: all, counted: [2, 2] })
  expect(await seenBy(carla)).toEqual({ ofBruno: all, ofPlace: all, counted: [2, 2] })
  expect(await seenBy(bruno)).toEqual({ ofBruno: ['Per tutti'], ofPlace: ['Per tutti'], counted: [1, 1] })
})

test('A request that nobody confirmed is in no list', async () => {
  const { id } = await alice.publishes('In attesa', { location_id: placeId })
  await world.db.insertInto('spotted_requests').values({ post_id: id, requester_id: carla.id }).execute()
  expect((await alice.gets('getSpottedPosts', { user_id: carla.id })).spotted_posts).toEqual([])
  expect((await alice.gets('getProfile', { user_id: carla.id })).user.spotted_received).toBe(0)
})

test('Both lists page by cursor', async () => {
  const dino = await world.person('dino')
  for (const text of ['uno', 'due', 'tre']) {
    const { id } = await alice.publishes(text)
    await world.db.insertInto('spotted_requests').values({ post_id: id, requester_id: dino.id, status: 'confirmed' }).execute()
  }
  const first = await carla.gets('getSpottedPosts', { user_id: dino.id, limit: 2 })
  const second = await carla.gets('getSpottedPosts', { user_id: dino.id, limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.spotted_posts, ...second.spotted_posts].map(({ text }) => text)).toEqual(['tre', 'due', 'uno'])
})
