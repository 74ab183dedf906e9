import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { suspendAccount } from '#server/moderation/moderation.actions.ts'
import { createTestApp, type TestApp, type TestUser } from '#server/testing/fixtures/test-app.ts'
import { countMap } from './map.actions.ts'

const milano = { west: 9.1, south: 45.4, east: 9.3, north: 45.5 }
let app: TestApp
let viewer: TestUser
beforeAll(async () => {
  app = await createTestApp()
  viewer = await app.createUser('bruno')
})
afterAll(() => app.close())

const findCells = async (client: TestUser, input: Partial<Input<'getMapCells'>> = {}) =>
  (await client.callOk('getMapCells', { ...milano, zoom: 12, period: 'day', ...input })).cells
const findPlaces = async (client: TestUser, input: Partial<Input<'getMapPlaces'>> = {}) =>
  (await client.callOk('getMapPlaces', { ...milano, period: 'day', ...input })).places

test('three authors show a cell', async () => {
  for (const name of ['a1', 'a2']) await (await app.createUser(name)).createPost('x')
  await countMap(app.db)
  expect(await findCells(viewer)).toEqual([])
  expect(await findPlaces(viewer)).toMatchObject([{ name: 'Piazza del Duomo', posts: 2, kind: 'square' }])
  const third = await app.createUser('a3')
  await third.createPost('x')
  await countMap(app.db)
  console.log(JSON.stringify(await findCells(viewer)), JSON.stringify(await findPlaces(viewer)))
  await third.block(viewer)
  expect(await findCells(viewer)).toEqual([])
  expect(await findPlaces(viewer)).toMatchObject([{ posts: 2 }])
})
