import { beforeAll, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { duomo, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')
let palermo: number
beforeAll(async () => {
  palermo = await app.findPlaceId('Palermo')
})

const findPage = (tag: string, input: Partial<Input<'getHashtagPosts'>> = {}) =>
  bruno.callOk('getHashtagPosts', { tag, ...input })
const findTexts = async (tag: string, input: Partial<Input<'getHashtagPosts'>> = {}) =>
  (await findPage(tag, input)).posts.map(({ text }) => text)

test('Posts with a hashtag are found with other capitals and accents, and not by a part of it', async () => {
  for (const text of ['Bella #Città', 'La #CITTÀ vecchia', 'In #citta!', '#cittadini', 'Una città'])
    await alice.createPost(text)
  for (const tag of ['citta', 'Città', 'CITTA\u0300'])
    expect(await findTexts(tag)).toEqual(['In #citta!', 'La #CITTÀ vecchia', 'Bella #Città'])
  for (const tag of ['citt', '%', "'; --", '#citta', 'a'.repeat(50)]) expect(await findTexts(tag)).toEqual([])
  expect((await bruno.call('getHashtagPosts', { tag: ' ' })).status).toBe(400)
  expect((await bruno.call('getHashtagPosts', { tag: 'a'.repeat(51) })).status).toBe(400)
})

test('Those nearby come first, or the newest; pages of either miss and repeat none', async () => {
  for (let number = 1; number <= 7; number++)
    await alice.createPost(`#sagra ${number}`, number % 2 ? {} : { location_id: palermo })
  const near = ['7', '5', '3', '1', '6', '4', '2'].map((number) => `#sagra ${number}`)
  const newest = ['7', '6', '5', '4', '3', '2', '1'].map((number) => `#sagra ${number}`)
  expect(await findTexts('sagra', duomo)).toEqual(near)
  expect(await findTexts('sagra')).toEqual(newest)
  expect(await findTexts('sagra', { ...duomo, order: 'newest' })).toEqual(newest)
  for (const [order, expected] of [
    ['near', near],
    ['newest', newest],
  ] as const) {
    const texts: string[] = []
    let cursor: string | null = null
    do {
      const page = await findPage('sagra', { ...duomo, order, limit: 2, ...(cursor !== null && { cursor }) })
      texts.push(...page.posts.map(({ text }) => text))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(texts).toEqual(expected)
  }
  expect((await bruno.call('getHashtagPosts', { tag: 'sagra', cursor: '5:x' })).status).toBe(400)
})

test('A person who may not see a post does not find it by its hashtag', async () => {
  const carla = await app.createUser('carla')
  await carla.createPost('Per chi mi segue #segreto', { privacy: 'followers' })
  expect(await findTexts('segreto', duomo)).toEqual([])
  await bruno.follow(carla)
  expect(await findTexts('segreto', duomo)).toHaveLength(1)
  await carla.block(bruno)
  expect(await findTexts('segreto', duomo)).toEqual([])
  const dario = await app.createUser('dario')
  await dario.createPost('#riservato')
  await dario.makePrivate()
  expect(await findTexts('riservato', duomo)).toEqual([])
})

test('The hashtags of a deleted post are gone, and those of a moved place move', async () => {
  const { id } = await alice.createPost('#effimero')
  await alice.callOk('deletePost', { post_id: id })
  const { rows } = await sql`SELECT 1 FROM post_hashtags WHERE post_id = ${id}`.execute(app.db)
  expect(rows).toEqual([])
  const moved = await alice.createPost('#traslocato')
  await sql`UPDATE posts p SET (place_id, latitude, longitude, c4, c5) =
    (SELECT id, latitude, longitude, c4, c5 FROM places WHERE id = ${palermo}) WHERE p.id = ${moved.id}`.execute(app.db)
  expect((await findPage('traslocato', { lat: 38.12, lon: 13.36 })).posts[0]?.circle_km).toBe(5)
})
