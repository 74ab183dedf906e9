import { beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { urlOf } from '#contract/call-paths.ts'
import { mapPeriods } from '#contract/map-period.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { inBlocks } from '#server/testing/harness/in-blocks.ts'
import { createTestApp, type TestUser, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { countMap } from './map.actions.ts'
import { publishedAt } from './map.rules.ts'

const app = useTestApp()
const [viewer] = useUsers(app, 'guarda')
let names = 0

const createPeople = (count: number) =>
  Promise.all(Array.from({ length: count }, () => app.createUser(`persona${++names}`)))

type Box = Pick<Input<'getMapPlaces'>, 'west' | 'south' | 'east' | 'north'>
const findCells = async (client: TestUser, box: Box, change: Partial<Input<'getMapCells'>> = {}) =>
  (await client.callOk('getMapCells', { ...box, zoom: 22, period: 'day', ...change })).cells
const findPlaces = async (client: TestUser, box: Box, change: Partial<Input<'getMapPlaces'>> = {}) =>
  (await client.callOk('getMapPlaces', { ...box, period: 'day', ...change })).places

let corners = 0
/** A new place, where nobody else posts, and a box around it. */
async function createCorner(at?: { latitude: number; longitude: number }) {
  const point = at ?? { latitude: 30 + ++corners / 2, longitude: 20 }
  const { place } = await viewer.callOk('addPlace', { name: 'Angolo', kind: 'bar', ...point, is_new: 1 })
  const box = {
    west: point.longitude - 0.001,
    south: point.latitude - 0.001,
    east: point.longitude + 0.001,
    north: point.latitude + 0.001,
  }
  return { id: place!.id, box }
}

describe('Posts of Alice, Bruno and Carla at a place', () => {
  let corner: Awaited<ReturnType<typeof createCorner>>
  let alice: TestUser
  let bruno: TestUser
  let carla: TestUser
  const post = (author: TestUser, fields: Parameters<TestUser['createPost']>[1] = {}) =>
    author.createPost('Qui', { location_id: corner.id, ...fields })
  /** The counts of the place and of its cell, as somebody sees them. */
  const countsFor = async (client: TestUser) => ({
    place: (await findPlaces(client, corner.box)).map(({ posts }) => posts),
    cell: (await findCells(client, corner.box)).map(({ posts }) => posts),
  })
  const shown = (posts: number) => ({ place: [posts], cell: [posts] })
  const placeOnly = (posts: number) => ({ place: [posts], cell: [] })

  beforeEach(async () => {
    corner = await createCorner()
    ;[alice, bruno, carla] = (await createPeople(3)) as [TestUser, TestUser, TestUser]
    await post(alice)
    await post(bruno)
  })

  test('two authors show the place, three also the cell', async () => {
    await countMap(app.db)
    expect(await countsFor(viewer)).toEqual(placeOnly(2))
    await post(alice)
    await countMap(app.db)
    expect(await countsFor(viewer)).toEqual(placeOnly(3))
    const { created_at } = await post(carla)
    await countMap(app.db)
    expect(await countsFor(viewer)).toEqual(shown(4))
    const [cell] = await findCells(viewer, corner.box)
    const [place] = await findPlaces(viewer, corner.box)
    expect(place).toMatchObject({ id: corner.id, name: 'Angolo', kind: 'bar', image: null })
    for (const { newest_at } of [cell!, place!])
      expect(Math.abs(Date.parse(newest_at) - Date.parse(created_at))).toBeLessThan(1000)
    expect(cell!.outline.length).toBeGreaterThanOrEqual(5)
    expect(cell!.cell).toMatch(/^87[\da-f]{13}$/)
  })

  test('a post for followers, of a private or of a suspended account is not counted, not even for a follower', async () => {
    const [discreet, suspended] = (await createPeople(2)) as [TestUser, TestUser]
    await post(carla, { privacy: 'followers' })
    await viewer.follow(carla)
    for (const author of [discreet, suspended]) await post(author)
    await discreet.makePrivate()
    await suspendAccount(app.db, { actorId: null, userId: suspended.id, note: '' })
    await countMap(app.db)
    expect(await countsFor(viewer)).toEqual(placeOnly(2))
    expect(await countsFor(carla)).toEqual(placeOnly(2))
    await discreet.makePublic()
    await countMap(app.db)
    expect(await countsFor(viewer)).toEqual(shown(3))
  })

  test('a block in either direction takes the author away at once, for these two only', async () => {
    await post(carla)
    await post(carla)
    await countMap(app.db)
    expect(await countsFor(viewer)).toEqual(shown(4))
    const [blocking, blocked] = (await createPeople(2)) as [TestUser, TestUser]
    await blocking.block(carla)
    await carla.block(blocked)
    for (const client of [blocking, blocked]) expect(await countsFor(client)).toEqual(placeOnly(2))
    expect(await countsFor(viewer)).toEqual(shown(4))
    await post((await createPeople(1))[0]!)
    await countMap(app.db)
    for (const client of [blocking, blocked]) expect(await countsFor(client)).toEqual(shown(3))
    expect(await countsFor(viewer)).toEqual(shown(5))
  })

  test('a place and cell where only the blocked have posted is not there, and the newest post is another one', async () => {
    const ours = await createCorner()
    await carla.createPost('Solo io', { location_id: ours.id })
    await post(carla)
    await countMap(app.db)
    const [blocking] = (await createPeople(1)) as [TestUser]
    const newestOf = async () => (await findPlaces(blocking, corner.box))[0]!.newest_at
    const before = await newestOf()
    await blocking.block(carla)
    expect(await findPlaces(viewer, ours.box)).toHaveLength(1)
    expect(await findPlaces(blocking, ours.box)).toEqual([])
    expect(Date.parse(await newestOf())).toBeLessThan(Date.parse(before))
  })

  test('a deleted post is not counted any more; its place leaves the map with the last one', async () => {
    const last = await post(carla)
    const other = await createCorner()
    const { id } = await carla.createPost('Solo', { location_id: other.id })
    await countMap(app.db)
    expect(await findPlaces(viewer, other.box)).toHaveLength(1)
    for (const post_id of [last.id, id]) await carla.callOk('deletePost', { post_id })
    await countMap(app.db)
    expect(await countsFor(viewer)).toEqual(placeOnly(2))
    expect(await findPlaces(viewer, other.box)).toEqual([])
  })

  test('the newest picture is shown to people who may see it, and to nobody from the moment that it is hidden', async () => {
    const image = await createPhoto(40, 40)
    await post(alice, { image, image_alt: 'Una piazza' })
    const hers = await post(carla, { image })
    await countMap(app.db)
    const [blocking, muting] = (await createPeople(2)) as [TestUser, TestUser]
    await blocking.block(carla)
    await muting.callOk('mute', { target_type: 'user', target_id: carla.id })
    const imageFor = async (client: TestUser) => {
      const [place] = await findPlaces(client, corner.box)
      return { image: place!.image, alt: place!.image_alt }
    }
    expect(await imageFor(viewer)).toEqual({ image: hers.image_url, alt: null })
    for (const client of [blocking, muting]) expect(await imageFor(client)).toMatchObject({ alt: 'Una piazza' })
    // No count comes between.
    await carla.makePrivate()
    expect(await imageFor(viewer)).toMatchObject({ alt: 'Una piazza' })
    await carla.makePublic()
    await carla.callOk('deletePost', { post_id: hers.id })
    expect(await imageFor(viewer)).toMatchObject({ alt: 'Una piazza' })
    await suspendAccount(app.db, { actorId: null, userId: alice.id, note: '' })
    expect(await imageFor(viewer)).toEqual({ image: null, alt: null })
  })

  test('a muted place is not listed for the one who muted it, its posts count in the cell', async () => {
    await post(carla)
    await countMap(app.db)
    const [muting] = (await createPeople(1)) as [TestUser]
    await muting.callOk('mute', { target_type: 'place', target_id: corner.id })
    expect(await countsFor(muting)).toEqual({ place: [], cell: [3] })
  })

  test('an unchanged map is a 304, a changed one is not, and no header reveals anything about others', async () => {
    await post(carla)
    await countMap(app.db)
    for (const url of [
      urlOf('getMapCells', { ...corner.box, zoom: 22, period: 'day' }),
      urlOf('getMapPlaces', { ...corner.box, period: 'day' }),
    ]) {
      const first = await viewer.request(url)
      expect(first.headers.get('cache-control')).toBe('no-store')
      const etag = first.headers.get('etag')!
      const again = await viewer.request(url, { headers: { 'if-none-match': `W/"x", ${etag}` } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      expect((await viewer.request(url, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
      const byOther = await alice.request(url)
      expect(byOther.headers.get('etag')).toBe(etag)
      const namesOf = (headers: Headers) => [...headers.keys()].filter((name) => name !== 'date')
      expect(namesOf(byOther.headers)).toEqual(namesOf(first.headers))
      const [blocking] = (await createPeople(1)) as [TestUser]
      await blocking.block(carla)
      expect((await blocking.request(url, { headers: { 'if-none-match': etag } })).status).toBe(200)
    }
  })
})

test('Across the 180th meridian both sides are shown, and cells reach over it', async () => {
  const east = await createCorner({ latitude: -16.5, longitude: 179.995 })
  const west = await createCorner({ latitude: -16.5, longitude: -179.995 })
  for (const author of await createPeople(3))
    for (const { id } of [east, west]) await author.createPost('Qui', { location_id: id })
  await countMap(app.db)
  const box = { west: 179.9, south: -16.6, east: -179.9, north: -16.4 }
  const found = await findPlaces(viewer, box)
  expect(found.map(({ id }) => id).toSorted()).toEqual([east.id, west.id].toSorted())
  expect(await findPlaces(viewer, { ...box, east: 180 })).toMatchObject([{ id: east.id }])
  expect(await findPlaces(viewer, { ...box, west: -180 })).toMatchObject([{ id: west.id }])
  const cells = await findCells(viewer, box, { zoom: 5 })
  expect(cells.reduce((sum, { posts }) => sum + posts, 0)).toBe(6)
  for (const { outline } of cells) {
    const longitudes = outline.map(([longitude]) => longitude)
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(10)
  }
  // From either side alone, the cell that reaches over is there.
  for (const half of [
    { ...box, east: 180 },
    { ...box, west: -180 },
  ])
    expect((await findCells(viewer, half, { zoom: 5 })).length).toBeGreaterThan(0)
})

test.each([
  [{ south: 46, north: 45 }, 'Questa parte della mappa non è valida.'],
  [{ west: NaN }, 'Questa parte della mappa non è valida.'],
  [{ north: 90.1 }, 'Questa parte della mappa non è valida.'],
  [{ west: -180, east: 180 }, 'Avvicina la mappa per vedere i luoghi.'],
])('A request for places with %j is refused with one sentence', async (change, error) => {
  const input = { west: 9, south: 45, east: 10, north: 46, period: 'day' as const, ...change }
  expect(await viewer.call('getMapPlaces', input)).toMatchObject({ status: 400, body: { success: false, error } })
})

test('At most 200 places are listed, those with most posts, and the reply says that there are more', async () => {
  const [alice] = (await createPeople(1)) as [TestUser]
  const area = { west: 8.5, south: 44.8, east: 10, north: 46 }
  await sql`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
    SELECT time_ordered_id(), ${alice.id}, id, latitude, longitude, c4, c5, 'x' FROM places, generate_series(1, 2) n
    WHERE longitude BETWEEN 8.5 AND 10 AND latitude BETWEEN 44.8 AND 46 AND (n = 1 OR id % 7 = 0)`.execute(app.db)
  await countMap(app.db)
  const { places, has_more } = await viewer.callOk('getMapPlaces', { ...area, period: 'day' })
  expect([places.length, has_more]).toEqual([200, true])
  expect(places.map(({ posts }) => posts)).toEqual(places.map(({ posts }) => posts).toSorted((a, b) => b - a))
  expect(places[0]?.posts).toBeGreaterThan(1)
  const few = await viewer.callOk('getMapPlaces', { ...area, east: 8.6, north: 44.9, period: 'day' })
  expect([few.places.length > 0, few.has_more]).toEqual([true, false])
})

test('A server that starts on a database that was never counted counts at once', async () => {
  const started = await createTestApp()
  try {
    const find = () =>
      sql<{ counted: boolean }>`SELECT counted_at IS NOT NULL AS counted FROM map_count`.execute(started.db)
    await expect.poll(async () => (await find()).rows, { timeout: 20_000 }).toEqual([{ counted: true }])
  } finally {
    await started.close()
  }
})

test('An unchanged count changes no row, and one new post those of its place and seven cells', async () => {
  const [author] = (await createPeople(1)) as [TestUser]
  await countMap(app.db)
  const versions = async () =>
    new Map(
      (
        await sql<{ id: string; version: string }>`
          SELECT 'p' || place_id AS id, xmin::text AS version FROM map_places
          UNION ALL SELECT 'c' || cell, xmin::text FROM map_cells`.execute(app.db)
      ).rows.map(({ id, version }) => [id, version]),
    )
  const before = await versions()
  await countMap(app.db)
  expect(await versions()).toEqual(before)
  await author.createPost('Nuovo')
  await countMap(app.db)
  const after = await versions()
  expect([...after].filter(([id, version]) => before.get(id) !== version)).toHaveLength(8)
})

test('A cell is named by the town with most of its posts, not by the one with the busiest place', async () => {
  const people = await createPeople(3)
  const publish = async (count: number, at: { latitude: number; longitude: number }) => {
    const { id: location_id } = await createCorner(at)
    for (let n = 0; n < count; n++) await people[n % 3]!.createPost('Qui', { location_id })
  }
  await publish(4, { latitude: 43.8777, longitude: 11.1023 })
  for (const longitude of [11.254, 11.2558, 11.2576]) await publish(3, { latitude: 43.7696, longitude })
  await countMap(app.db)
  const cells = await findCells(viewer, { west: 11, south: 43.5, east: 11.5, north: 44 }, { zoom: 6.2 })
  expect(cells.map(({ town, province, posts }) => [town, province, posts])).toEqual([['Firenze', 'FI', 13]])
})

test('Counts of random posts equal those counted one by one, for people with and without blocks', async () => {
  const world = await createTestApp()
  try {
    const people = await Promise.all(Array.from({ length: 12 }, (_, n) => world.createUser(`caso${n}`)))
    const [reader, blocker] = people as [TestUser, TestUser]
    const ids = sql.raw(people.map(({ id }) => id).join(', '))
    // Some dozen places within 90 km, posts of up to forty days ago, a fifth of them for followers.
    // As one statement they take 1.6 s alone.
    await inBlocks(1500, 150, (from, to) =>
      sql`
        INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, followers_only, text)
        SELECT time_ordered_id(now() - random() ^ 3 * 40 * interval '1 day'), author.id, pl.id, pl.latitude, pl.longitude,
          pl.c4, pl.c5, random() < 0.2, 'x'
        FROM generate_series(${from}::int, ${to}::int) n
          CROSS JOIN LATERAL (
            SELECT id FROM users WHERE id IN (${ids}) AND n > 0 ORDER BY random() LIMIT 1
          ) author
          CROSS JOIN LATERAL (
            SELECT * FROM places WHERE longitude BETWEEN 9.1 AND 9.9 AND latitude BETWEEN 45.1 AND 45.9 AND id % 15 = 0 AND n > 0
            ORDER BY random() LIMIT 1
          ) pl`.execute(world.db),
    )
    await people[2]!.makePrivate()
    await suspendAccount(world.db, { actorId: null, userId: people[3]!.id, note: '' })
    for (const other of [people[4]!, people[5]!, people[6]!]) await blocker.block(other)
    await people[7]!.block(blocker)
    await countMap(world.db)
    const area = { west: 9.1, south: 45.1, east: 9.9, north: 45.9 }
    for (const client of [reader, blocker])
      for (const [index, period] of mapPeriods.entries()) {
        const days = [1, 7, 30][index]!
        const expected = async (groupSql: string, authors: number) => {
          const { rows } = await sql<{ id: string; posts: number; newest_id: number }>`
            SELECT ${sql.raw(groupSql)} AS id, count(*)::int AS posts, max(p.id) AS newest_id
            FROM posts p JOIN users u ON u.id = p.author_id JOIN map_places pl USING (place_id)
            WHERE p.id >= first_id_at((SELECT counted_at FROM map_count) - ${days} * interval '1 day')
              AND NOT p.followers_only AND NOT u.is_private AND u.suspended_at IS NULL
              AND NOT EXISTS (SELECT FROM blocks WHERE (blocker_id, blocked_id)
                IN ((${client.id}, u.id), (u.id, ${client.id})))
            GROUP BY 1 HAVING count(DISTINCT p.author_id) >= ${authors}`.execute(world.db)
          return rows.map(({ id, posts, newest_id }) => [id, posts, publishedAt(newest_id).toISOString()]).toSorted()
        }
        const { places } = await client.callOk('getMapPlaces', { ...area, period })
        expect(places.map(({ id, posts, newest_at }) => [String(id), posts, newest_at]).toSorted()).toEqual(
          await expected('pl.place_id::text', 1),
        )
        expect(places.length).toBeGreaterThan(10)
        for (const [zoom, resolution] of [
          [5, 3],
          [7, 4],
          [8, 5],
          [9.5, 6],
          [12, 7],
        ] as const) {
          const { cells } = await client.callOk('getMapCells', { ...area, zoom, period })
          expect(cells.map(({ cell, posts, newest_at }) => [cell, posts, newest_at]).toSorted()).toEqual(
            await expected(`to_hex(map_ancestor(pl.c7, ${resolution}))`, 3),
          )
          expect(cells.length).toBeGreaterThan(0)
        }
      }
  } finally {
    await world.close()
  }
})
