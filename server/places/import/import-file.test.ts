import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodePbf } from '#server/testing/fixtures/encoded-pbf.ts'
import { createTestWorld, type TestWorld } from '#server/testing/fixtures/test-world.ts'
import { importFile } from './import-file.ts'

/** On open sea there is nothing else. */
const sea = { lat: 39.5, lon: 12 }
/** Degrees of latitude that so many metres are. */
const north = (metres: number) => metres / 111_195

let world: TestWorld
let folder: string
beforeEach(async () => {
  world = await createTestWorld()
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-import-'))
})
afterEach(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

type Row = { id: number; name: string; lat: number; lon: number; kind?: string }
const csv = (...rows: Row[]) =>
  [
    'id,name,latitude,longitude,kind',
    ...rows.map(({ id, name, lat, lon, kind = 'bar' }) => `${id},${name},${lat},${lon},${kind}`),
  ].join('\n')

async function load(content: string | Buffer, source = 'comune', licence = 'CC0-1.0') {
  const file = path.join(folder, typeof content === 'string' ? 'places.csv' : 'places.osm.pbf')
  await writeFile(file, content)
  return importFile(world.db, file, { source, licence }, () => undefined)
}

const named = (name: string) =>
  world.db.selectFrom('places').selectAll().where('name', '=', name).orderBy('id').execute()
const nothing = { new: 0, updated: 0, merged: 0, unchanged: 0, skipped: 0 }

test('A place is new once; the same file again changes nothing, a corrected one updates it, and it keeps its id', async () => {
  const bar = { id: 1, name: 'Bar Mare', ...sea }
  expect(await load(csv(bar))).toEqual({ ...nothing, new: 1 })
  const [first] = await named('Bar Mare')
  expect(await load(csv(bar))).toEqual({ ...nothing, unchanged: 1 })
  expect(await load(csv({ ...bar, name: 'Bar Onda' }))).toEqual({ ...nothing, updated: 1 })
  expect(await named('Bar Onda')).toEqual([{ ...first, name: 'Bar Onda', search_name: 'bar onda' }])
})

test('Two sources that name a place within 150 m name one; 200 m apart it is two', async () => {
  await load(csv({ id: 1, name: 'Caffè Gabbiano', ...sea }))
  const near = { id: 7, name: 'CAFFE  gabbiano', lat: sea.lat + north(140), lon: sea.lon }
  const far = { id: 8, name: 'Caffè Gabbiano', lat: sea.lat - north(200), lon: sea.lon }
  const other = { id: 9, name: 'Caffè Airone', lat: sea.lat + north(10), lon: sea.lon }
  expect(await load(csv(near, far, other), 'pro loco')).toEqual({ ...nothing, new: 2, merged: 1 })
  expect(await load(csv(near, far, other), 'pro loco')).toEqual({ ...nothing, unchanged: 3 })
  expect((await named('Caffè Gabbiano')).map(({ latitude }) => latitude)).toEqual([sea.lat, sea.lat - north(200)])
})

test('A node and a way of one thing are one place', async () => {
  const corners = [0, 40, 80].map((metres, at) => ({ id: at + 1, lat: sea.lat + north(metres), lon: sea.lon }))
  const tags = { name: 'Museo del Vento', tourism: 'museum' }
  const map = encodePbf({ nodes: [{ id: 9, ...sea, tags }, ...corners], ways: [{ id: 9, refs: [1, 2, 3], tags }] })
  expect(await load(map)).toEqual({ ...nothing, new: 1, merged: 1 })
  expect(await load(map)).toEqual({ ...nothing, unchanged: 2 })
})

test('In a row of namesakes each stands within 150 m of the place it was taken for', async () => {
  const row = Array.from({ length: 20 }, (_, at) => ({
    id: at,
    name: 'Lido',
    lat: sea.lat + north(at * 100),
    lon: sea.lon,
  }))
  expect(await load(csv(...row))).toEqual({ ...nothing, new: 10, merged: 10 })
})

test('Across the 180th meridian 100 m are 100 m', async () => {
  expect(
    await load(csv({ id: 1, name: 'Faro', lat: 1, lon: 179.9996 }, { id: 2, name: 'Faro', lat: 1, lon: -179.9996 })),
  ).toEqual({ ...nothing, new: 1, merged: 1 })
})

test('A station that is called like its town does not vanish in it', async () => {
  const { latitude: lat, longitude: lon } = (await named('Varenna'))[0] ?? { latitude: 0, longitude: 0 }
  expect(await load(csv({ id: 1, name: 'Varenna', lat, lon, kind: 'station' }))).toEqual({ ...nothing, new: 1 })
  expect((await named('Varenna')).map(({ kind, town, province }) => [kind, town, province])).toEqual([
    ['town', null, 'LC'],
    ['station', 'Varenna', 'LC'],
  ])
})

test('A place lies in the nearest comune within 10 km, or in none', async () => {
  await load(csv({ id: 1, name: 'Bar Prova Uno', lat: 45.47, lon: 9.2 }, { id: 2, name: 'Bar Prova Due', ...sea }))
  expect((await named('Bar Prova Uno')).map(({ town, province }) => [town, province])).toEqual([['Milano', 'MI']])
  expect((await named('Bar Prova Due')).map(({ town, province }) => [town, province])).toEqual([[null, null]])
})

test('What the same file names twice under one id is heard once', async () => {
  expect(await load(csv({ id: 1, name: 'Bar Eco', ...sea }, { id: 1, name: 'Bar Eco', ...sea }))).toEqual({
    ...nothing,
    new: 1,
    skipped: 1,
  })
})

test('Anna sees at a place who names it, and under which licence', async () => {
  const anna = await world.createUser('anna')
  await load(encodePbf({ nodes: [{ id: 42, ...sea, tags: { name: 'Molo Vecchio', man_made: 'pier' } }] }))
  await load(csv({ id: 1, name: 'Molo Vecchio', ...sea }), 'Comune di Prova', 'CC-BY-4.0')
  const { location } = await anna.callOk('getLocation', { location_id: await world.findPlaceId('Molo Vecchio') })
  expect(location.sources).toEqual([
    { name: 'OpenStreetMap', licence: 'ODbL-1.0', url: 'https://www.openstreetmap.org/node/42' },
    { name: 'Comune di Prova', licence: 'CC-BY-4.0', url: null },
  ])
})

test('When its source moves a place, posts stay where they were made', async () => {
  const anna = await world.createUser('anna')
  await load(csv({ id: 1, name: 'Bar Nomade', ...sea }))
  const { id } = await anna.createPost('Ciao', { location_id: await world.findPlaceId('Bar Nomade') })
  const made = () => world.db.selectFrom('posts').selectAll().where('id', '=', id).execute()
  const before = await made()
  expect(await load(csv({ id: 1, name: 'Bar Nomade', lat: 45.47, lon: 9.2 }))).toEqual({ ...nothing, updated: 1 })
  expect((await named('Bar Nomade')).map(({ latitude, town }) => [latitude, town])).toEqual([[45.47, 'Milano']])
  expect(await made()).toEqual(before)
})

test('A map that names a shipped landmark adds itself as a source, and leaves its name and town', async () => {
  const [before] = await named('Fontana di Trevi')
  const map = encodePbf({
    nodes: [
      {
        id: 1,
        lat: before?.latitude ?? 0,
        lon: before?.longitude ?? 0,
        tags: { name: 'FONTANA DI TREVI', amenity: 'fountain' },
      },
    ],
  })
  expect(await load(map)).toEqual({ ...nothing, merged: 1 })
  expect(await named('Fontana di Trevi')).toEqual([before])
})
