import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { cellsAt, distanceMetres, type Point } from '#server/platform/geography.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { createRandom } from '#server/testing/fuzz/random.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { duomo, type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { findFeedPage } from '#server/feed/feed.queries.ts'
import { readCursor } from '#server/feed/feed.rules.ts'
import { viewFeed } from '#server/feed/feed.views.ts'
import { joinSerializedPage } from '#server/platform/serialiser.ts'
import { serializeFeedPage } from './cached-page.ts'
import { createFeedCache, type FeedCache } from './feed-cache.ts'

// Two server processes on one database, each with a cache of its own: after any write through one of them, the replies
// of both equal those without a cache. So do those of a cache that this test refreshes itself, before and after.

const seed = Number(process.env.SEED ?? 20261122)
const writeCount = 60
const points: Point[] = [
  { latitude: duomo.lat, longitude: duomo.lon },
  { latitude: 45.48, longitude: 9.2 },
  { latitude: 45.3, longitude: 9.1 },
]

const app = useTestApp()
let otherServer: ServerProcess
let users: TestUser[]
let placeIds: number[]
let cache: FeedCache
/** So few that the cells of the test hold older posts, too. */
const postsPerCell = 12
beforeAll(async () => {
  cache = createFeedCache(app.db, postsPerCell)
  otherServer = await startServer({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
  users = await Promise.all(Array.from({ length: 12 }, (_, index) => app.createUser(`persona${index}`)))
  placeIds = [
    await app.findPlaceId('Piazza del Duomo', 'Milano'),
    await app.findPlaceId('Monza'),
    await app.findPlaceId('Pavia'),
  ]
})
afterAll(() => otherServer.stop())

/** The feed of everywhere is read in longer pages. */
const limitOf = (point: Point | null) => (point ? 10 : 50)

/** Reads a page of a user's feed around a point, or of everywhere, from one of the servers. */
async function readPage(
  user: TestUser,
  url: string,
  point: Point | null,
  cursor?: string | null,
): Promise<Output<'getFeed'>> {
  const where = point ? `&lat=${point.latitude}&lon=${point.longitude}` : ''
  const response = await user.request(
    `${url}/api/feed/get_feed.php?limit=${limitOf(point)}${where}${cursor ? `&cursor=${cursor}` : ''}`,
  )
  return (await response.json()) as Output<'getFeed'>
}

const requestOf = (viewerId: number, point: Point | null, cursor: string | null) =>
  ({
    viewerId,
    point,
    radius: 'auto',
    cursor: cursor ? readCursor(cursor) : null,
    limit: limitOf(point),
  }) as const

async function findWithoutCache(
  { id }: TestUser,
  point: Point | null,
  cursor: string | null,
): Promise<Output<'getFeed'>> {
  const page = await findFeedPage(app.db, { ...requestOf(id, point, cursor), offset: 0 })
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

/** Returns the page from the test's own cache; null if it has to be read by statements. */
async function readCachedPage(user: TestUser, point: Point | null, cursor: string | null) {
  const page = await cache.findPage(requestOf(user.id, point, cursor))
  if (!page) return null
  const serialized = serializeFeedPage(page)
  return JSON.parse(joinSerializedPage(serialized, serialized.nextCursor).toString()) as Output<'getFeed'>
}

let cachedPageCount = 0
async function expectCachedReply(user: TestUser, point: Point | null, cursor: string | null, expected: unknown) {
  const staleOrCurrent = await readCachedPage(user, point, cursor)
  if (staleOrCurrent) expect(staleOrCurrent).toEqual(expected)
  await cache.published.refresh()
  const current = await readCachedPage(user, point, cursor)
  if (!current) return
  cachedPageCount++
  expect(current).toEqual(expected)
}

async function expectUncachedReplies(user: TestUser, action: string, around = points): Promise<void> {
  for (const point of [null, ...around]) {
    let cursor: string | null = null
    // The servers encrypt theirs.
    const cursors = new Map<string, string | null>()
    // The first page and the one after it.
    for (const page of [1, 2]) {
      const { next_cursor, ...expected } = await findWithoutCache(user, point, cursor)
      for (const url of [app.url, otherServer.url]) {
        const { next_cursor: encrypted, ...reply } = await readPage(user, url, point, cursors.get(url))
        expect({ seed, action, page, ...reply }).toEqual({ seed, action, page, ...expected })
        expect(encrypted === null).toBe(next_cursor === null)
        cursors.set(url, encrypted)
      }
      await expectCachedReply(user, point, cursor, { ...expected, next_cursor })
      cursor = next_cursor
      if (!cursor) break
    }
  }
}

test(`After each of ${writeCount} random writes both servers reply as without a cache`, async () => {
  const random = createRandom(seed)
  const pick = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const posts: { id: number; author: TestUser }[] = []
  const publish = async () => {
    const author = pick(users)
    const { id } = await author.createPost(`Numero ${posts.length}`, {
      location_id: pick(placeIds),
      privacy: random() < 0.2 ? 'followers' : 'public',
    })
    posts.push({ id, author })
  }
  /** Refusals are fine: not every user may do everything. */
  const actions: Record<string, () => Promise<unknown>> = {
    publish,
    delete: async () => {
      const post = pick(posts)
      await post.author.call('deletePost', { post_id: post.id })
    },
    edit: async () => {
      const post = pick(posts)
      const privacy = random() < 0.4 ? 'followers' : 'public'
      await post.author.call('editPost', { post_id: post.id, text: `Cambiato ${random()}`, privacy })
    },
    like: () => pick(users).call('likePost', { post_id: pick(posts).id }),
    comment: () => pick(users).call('addComment', { post_id: pick(posts).id, text: 'Bello' }),
    requestSpotted: () => pick(users).call('requestSpotted', { post_id: pick(posts).id }),
    confirmSpotted: async () => {
      const post = pick(posts)
      const { body } = await post.author.call('getSpottedRequests', { post_id: post.id })
      for (const { request_id } of body.requests ?? [])
        await post.author.call('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
    },
    block: () => pick(users).call('blockUser', { blocked_id: pick(users).id }),
    unblock: () => pick(users).call('unblockUser', { blocked_id: pick(users).id }),
    follow: () =>
      pick(users)
        .follow(pick(users))
        .catch(() => undefined),
    unfollow: () => pick(users).call('unfollow', { followed_id: pick(users).id }),
    makePrivate: () => pick(users).makePrivate(),
    makePublic: () => pick(users).makePublic(),
    rename: () =>
      app.db
        .updateTable('users')
        .set({ username: `nuovo${Math.floor(random() * 1e6)}` })
        .where('id', '=', pick(users).id)
        .execute(),
    changePicture: async () => pick(users).call('updateProfile', { profile_pic: await createPhoto(40, 40) }),
    renamePlace: () =>
      app.db
        .updateTable('places')
        .set({ name: `Luogo ${Math.floor(random() * 1e6)}` })
        .where('id', '=', pick(placeIds))
        .execute(),
  }
  for (let n = 0; n < 45; n++) await publish()
  for (const { id, author } of posts.slice(-8))
    for (const person of users.slice(0, 5)) {
      await person.call('requestSpotted', { post_id: id, action: 'request' })
      const { requests } = await author.callOk('getSpottedRequests', { post_id: id })
      for (const { request_id } of requests)
        await author.callOk('updateSpottedRequestStatus', { request_id, status: 'confirmed' })
    }
  for (const user of users) await expectUncachedReplies(user, 'start')
  for (let n = 0; n < writeCount; n++) {
    const [name, act] = pick(Object.entries(actions))
    await act()
    await expectUncachedReplies(pick(users), `${n}: ${name}`, [pick(points)])
  }
  const [suspended] = users
  if (suspended) await suspendAccount(app.db, { actorId: null, userId: suspended.id, note: 'prova' })
  for (const user of users.slice(1)) await expectUncachedReplies(user, 'suspend')
  expect(cachedPageCount).toBeGreaterThan(writeCount)
})

test('A reader who has blocked the author of all newest posts still finds an older post that she liked', async () => {
  const [author, blocked, reader] = (await Promise.all(
    ['autrice', 'strillone', 'lettrice'].map((name) => app.createUser(name)),
  )) as [TestUser, TestUser, TestUser]
  const post = await author.createPost('Più in basso', { location_id: placeIds[0] as number })
  await reader.callOk('likePost', { post_id: post.id })
  for (let n = 0; n < 25; n++) await blocked.createPost(`Edizione ${n}`, { location_id: placeIds[0] as number })
  await reader.block(blocked)
  for (const url of [app.url, otherServer.url])
    expect((await readPage(reader, url, points[0] ?? null)).posts).toContainEqual(
      expect.objectContaining({ id: post.id, user_liked: true }),
    )
})

/** Two places of the directory in one cell, so far apart that no circle of 5 km around one contains the other. */
async function findPlacesOfOneCell() {
  const places = await app.db.selectFrom('places').select(['id', 'latitude', 'longitude']).orderBy('id').execute()
  for (const place of places.slice(0, 200)) {
    const isFar = (other: Point) => cellsAt(other).c5 === cellsAt(place).c5 && distanceMetres(place, other) > 6000
    const other = places.find(isFar)
    if (other) return [place, other] as const
  }
  throw new Error('no two places')
}

test('Memory that lacks old posts answers where those are not, and never hides them where they are', async () => {
  const [author, reader] = (await Promise.all(['pescatrice', 'marinaio'].map((name) => app.createUser(name)))) as [
    TestUser,
    TestUser,
  ]
  const [town, village] = await findPlacesOfOneCell()
  const publishInTown = async () => {
    for (let n = 1; n <= 2 * postsPerCell; n++) {
      await author.createPost(`In piazza ${n}`, { location_id: town.id })
      // Some of the posts that memory held are older than its newest ones now, not all.
      if (n % 8 === 0) await cache.published.refresh()
    }
  }
  await publishInTown()
  // The cache replies: memory lacks no post around the village, which has none.
  expect(await readCachedPage(reader, village, null)).not.toBeNull()
  await expectUncachedReplies(reader, 'posts in the town', [village])
  await author.createPost('Nel borgo', { location_id: village.id })
  await cache.published.refresh()
  await publishInTown()
  await expectUncachedReplies(reader, 'posts in the town after one in the village', [village])
  expect((await readPage(reader, app.url, village)).posts[0]).toMatchObject({ text: 'Nel borgo', circle_km: 5 })
})

test('A reply during writes is never older than the reply before', async () => {
  const [author, reader, ...fans] = (await Promise.all(
    Array.from({ length: 7 }, (_, index) => app.createUser(`altra${index}`)),
  )) as [TestUser, TestUser, ...TestUser[]]
  const post = await author.createPost('Quanti Mi piace?', { location_id: placeIds[0] as number })
  const readCounts = async () => {
    const counts: (number | undefined)[] = []
    for (const url of [app.url, otherServer.url])
      counts.push((await readPage(reader, url, points[0] ?? null)).posts.find(({ id }) => id === post.id)?.likes_count)
    return counts
  }
  const allCounts: (number | undefined)[] = []
  const readWhile = async (writing: Promise<unknown>) => {
    const state = { isDone: false }
    const done = writing.finally(() => {
      state.isDone = true
    })
    while (!state.isDone) allCounts.push(...(await readCounts()))
    await done
  }
  await readWhile(Promise.all(fans.map((fan) => fan.call('likePost', { post_id: post.id }))))
  expect(allCounts).toEqual(allCounts.toSorted((a, b) => Number(a) - Number(b)))
  expect(await readCounts()).toEqual([fans.length, fans.length])
})
