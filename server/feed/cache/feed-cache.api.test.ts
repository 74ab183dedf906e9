import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import type { Point } from '#server/platform/geography.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { createRandom } from '#server/testing/fuzz/random.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { duomo, createTestApp, type TestUser, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { findFirstPage, findPageAfter } from '#server/feed/feed.queries.ts'
import { readCursor } from '#server/feed/feed.rules.ts'
import { viewFeed } from '#server/feed/feed.views.ts'

// Two server processes, each with a memory of its own, in front of one database: whatever is written through one,
// the next answer of either is what the database says without any memory.

const seed = Number(process.env.SEED ?? 20261122)
const writes = 100
const points: Point[] = [
  { latitude: duomo.lat, longitude: duomo.lon },
  { latitude: 45.48, longitude: 9.2 },
  { latitude: 45.3, longitude: 9.1 },
]

let app: TestApp
let other: ServerProcess
let people: TestUser[]
let places: number[]
beforeAll(async () => {
  app = await createTestApp()
  other = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  people = await Promise.all(Array.from({ length: 8 }, (_, at) => app.createUser(`persona${at}`)))
  places = [
    await app.findPlaceId('Piazza del Duomo', 'Milano'),
    await app.findPlaceId('Monza'),
    await app.findPlaceId('Pavia'),
  ]
})
afterAll(async () => {
  await other.stop()
  await app.close()
})

/** Of everywhere a longer page than is usual. */
const limitOf = (point: Point | null) => (point ? 10 : 50)

/** What somebody is shown around a point, or anywhere, by one of the servers. */
async function ask(
  person: TestUser,
  url: string,
  point: Point | null,
  cursor: string | null = null,
): Promise<Output<'getFeed'>> {
  const where = point ? `&lat=${point.latitude}&lon=${point.longitude}` : ''
  const response = await person.request(
    `${url}/api/feed/get_feed.php?limit=${limitOf(point)}${where}${cursor ? `&cursor=${cursor}` : ''}`,
  )
  return (await response.json()) as Output<'getFeed'>
}

async function findWithoutMemory(
  { id }: TestUser,
  point: Point | null,
  cursor: string | null,
): Promise<Output<'getFeed'>> {
  const after = cursor ? readCursor(cursor) : null
  const page = after
    ? await findPageAfter(app.db, { viewerId: id, point, limit: limitOf(point), cursor: after })
    : await findFirstPage(app.db, { viewerId: id, point, limit: limitOf(point), offset: 0 })
  return viewFeed(
    page,
    (
      await findPosts(
        app.db,
        id,
        page.posts.map((post) => post.id),
      )
    ).map(viewPost),
  )
}

async function expectTruth(person: TestUser, doing: string, around = points): Promise<void> {
  for (const point of [null, ...around]) {
    let cursor: string | null = null
    // The first page and the one after it.
    for (const page of [1, 2]) {
      const truth = await findWithoutMemory(person, point, cursor)
      for (const url of [app.url, other.url])
        expect({ seed, doing, page, ...(await ask(person, url, point, cursor)) }).toEqual({
          seed,
          doing,
          page,
          ...truth,
        })
      cursor = truth.next_cursor
      if (!cursor) break
    }
  }
}

test(`After each of ${writes} random writes everybody is shown what is so, by both servers`, async () => {
  const random = createRandom(seed)
  const one = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const posts: { id: number; author: TestUser }[] = []
  const publish = async () => {
    const author = one(people)
    const { id } = await author.createPost(`Numero ${posts.length}`, {
      location_id: one(places),
      privacy: random() < 0.2 ? 'followers' : 'public',
    })
    posts.push({ id, author })
  }
  /** Refusals are fine: not everybody may do everything. */
  const doings: Record<string, () => Promise<unknown>> = {
    publish,
    delete: async () => {
      const post = one(posts)
      await post.author.call('deletePost', { post_id: post.id })
    },
    like: () => one(people).call('likePost', { post_id: one(posts).id }),
    comment: () => one(people).call('addComment', { post_id: one(posts).id, text: 'Bello' }),
    recognise: () => one(people).call('requestSpotted', { post_id: one(posts).id }),
    block: () => one(people).call('blockUser', { blocked_id: one(people).id }),
    unblock: () => one(people).call('unblockUser', { blocked_id: one(people).id }),
    follow: () =>
      one(people)
        .follow(one(people))
        .catch(() => undefined),
    unfollow: () => one(people).call('unfollow', { followed_id: one(people).id }),
    hide: () => one(people).makePrivate(),
    show: () => one(people).makePublic(),
    rename: () =>
      app.db
        .updateTable('users')
        .set({ username: `nuovo${Math.floor(random() * 1e6)}` })
        .where('id', '=', one(people).id)
        .execute(),
    portray: async () => one(people).call('updateProfile', { profile_pic: await createPhoto(40, 40) }),
    correct: () =>
      app.db
        .updateTable('places')
        .set({ name: `Luogo ${Math.floor(random() * 1e6)}` })
        .where('id', '=', one(places))
        .execute(),
  }
  for (let n = 0; n < 45; n++) await publish()
  for (const person of people) await expectTruth(person, 'opening')
  for (let n = 0; n < writes; n++) {
    const [name, doing] = one(Object.entries(doings))
    await doing()
    await expectTruth(one(people), `${n}: ${name}`, [one(points)])
  }
  const [gone] = people
  if (gone) await suspendAccount(app.db, gone.id, 'prova')
  for (const person of people.slice(1)) await expectTruth(person, 'suspend')
}, 240_000)

test('Who has blocked the one who wrote all that is newest still finds further down what they liked', async () => {
  const [author, crier, reader] = (await Promise.all(
    ['autrice', 'strillone', 'lettrice'].map((name) => app.createUser(name)),
  )) as [TestUser, TestUser, TestUser]
  const post = await author.createPost('Più in basso', { location_id: places[0] as number })
  await reader.callOk('likePost', { post_id: post.id })
  for (let n = 0; n < 25; n++) await crier.createPost(`Edizione ${n}`, { location_id: places[0] as number })
  await reader.block(crier)
  for (const url of [app.url, other.url])
    expect((await ask(reader, url, points[0] ?? null)).posts).toContainEqual(
      expect.objectContaining({ id: post.id, user_liked: true }),
    )
})

test('What is read while others write is never older than the last answer', async () => {
  const [author, reader, ...fans] = (await Promise.all(
    Array.from({ length: 7 }, (_, at) => app.createUser(`altra${at}`)),
  )) as [TestUser, TestUser, ...TestUser[]]
  const post = await author.createPost('Quanti Mi piace?', { location_id: places[0] as number })
  const count = async () => {
    const counted: (number | undefined)[] = []
    for (const url of [app.url, other.url])
      counted.push((await ask(reader, url, points[0] ?? null)).posts.find(({ id }) => id === post.id)?.likes_count)
    return counted
  }
  const counted: (number | undefined)[] = []
  const readWhile = async (writing: Promise<unknown>) => {
    const state = { written: false }
    const written = writing.finally(() => {
      state.written = true
    })
    while (!state.written) counted.push(...(await count()))
    await written
  }
  await readWhile(Promise.all(fans.map((fan) => fan.call('likePost', { post_id: post.id }))))
  expect(counted).toEqual(counted.toSorted((a, b) => Number(a) - Number(b)))
  expect(await count()).toEqual([fans.length, fans.length])
})
