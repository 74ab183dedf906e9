import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlaceRow } from '#server/places/places.queries.ts'
import { encodePbf } from '#server/testing/fixtures/encoded-pbf.ts'
import { createTestApp, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { type ImportCounts, importFile } from './import-file.ts'
import type { Origin } from './reader.ts'

/** On the open sea, far from every other place. */
const sea = { lat: 39.5, lon: 12 }
const metresToLatitude = (metres: number) => metres / 111_195

let app: TestApp
let folder: string
beforeEach(async () => {
  app = await createTestApp()
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-import-'))
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

type Row = { id: number; name: string; lat: number; lon: number; kind?: string }
const csv = (...rows: Row[]) =>
  [
    'id,name,latitude,longitude,kind',
    ...rows.map(({ id, name, lat, lon, kind = 'bar' }) => `${id},${name},${lat},${lon},${kind}`),
  ].join('\n')

function importContent(content: string | Buffer, source = 'comune', licence = 'CC0-1.0') {
  return importNamed(typeof content === 'string' ? 'places.csv' : 'places.osm.pbf', content, { source, licence })
}

async function importNamed(
  name: string,
  content: string | Buffer,
  origin: Origin = { source: 'comune', licence: 'CC0-1.0' },
) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return importFile(app.db, file, origin, () => undefined)
}

const findPlacesNamed = (name: string) =>
  sql<PlaceRow & { kind: string }>`SELECT * FROM places WHERE name = ${name} ORDER BY id`.all(app.db)
const noChanges = { new: 0, updated: 0, merged: 0, unchanged: 0, skipped: {} }

test('A file with latitude and longitude swapped is refused, unless the operator says that they are right', async () => {
  const rows = (count: number, lat: number, lon: number) =>
    Array.from({ length: count }, (_, n) => ({ id: lat * 100 + n, name: `Bar ${lat} ${n}`, lat: lat + n / 1000, lon }))
  // Off Somalia; the other way round in Milano.
  const swapped = csv(...rows(19, 9, 45.46), ...rows(1, 45, 9.19))
  await expect(importContent(swapped)).rejects.toThrow(
    'has latitude and longitude swapped: 19 of 20 places would lie in Italy the other way round (if they are right, add --as-written)',
  )
  expect(await findPlacesNamed('Bar 45 0')).toEqual([])
  const feature = {
    type: 'Feature',
    properties: { name: 'Bar' },
    geometry: { type: 'Point', coordinates: [45.46, 9.19] },
  }
  await expect(importNamed('swapped.geojson', JSON.stringify(feature))).rejects.toThrow('1 of 1 places')
  const written = { source: 'comune', licence: 'CC0-1.0', isAsWritten: true }
  expect(await importNamed('places.csv', swapped, written)).toEqual({ ...noChanges, new: 20 })
  // Elsewhere, nothing is odd: Addis Abeba and Palermo.
  expect(await importContent(csv(...rows(3, 38, 13.4), ...rows(3, 9.1, 38.7)), 'altri')).toMatchObject({ new: 6 })
})

test('The same file again changes nothing; a corrected one updates the place, which keeps its id', async () => {
  const bar = { id: 1, name: 'Bar Mare', ...sea }
  expect(await importContent(csv(bar))).toEqual({ ...noChanges, new: 1 })
  const [first] = await findPlacesNamed('Bar Mare')
  expect(await importContent(csv(bar))).toEqual({ ...noChanges, unchanged: 1 })
  expect(await importContent(csv({ ...bar, name: 'Bar Onda' }))).toEqual({ ...noChanges, updated: 1 })
  expect(await findPlacesNamed('Bar Onda')).toEqual([{ ...first, name: 'Bar Onda', search_name: 'bar onda' }])
})

test('A name within 150 m in two sources is one place; 200 m apart it is two', async () => {
  await importContent(csv({ id: 1, name: 'Caffè Gabbiano', ...sea }))
  const near = { id: 7, name: 'CAFFE  gabbiano', lat: sea.lat + metresToLatitude(140), lon: sea.lon }
  const far = { id: 8, name: 'Caffè Gabbiano', lat: sea.lat - metresToLatitude(200), lon: sea.lon }
  const other = { id: 9, name: 'Caffè Airone', lat: sea.lat + metresToLatitude(10), lon: sea.lon }
  expect(await importContent(csv(near, far, other), 'pro loco')).toEqual({ ...noChanges, new: 2, merged: 1 })
  expect(await importContent(csv(near, far, other), 'pro loco')).toEqual({ ...noChanges, unchanged: 3 })
  expect((await findPlacesNamed('Caffè Gabbiano')).map(({ latitude }) => latitude)).toEqual([
    sea.lat,
    sea.lat - metresToLatitude(200),
  ])
})

test('A node and a way of the same museum are one place', async () => {
  const corners = [0, 40, 80].map((metres, index) => ({
    id: index + 1,
    lat: sea.lat + metresToLatitude(metres),
    lon: sea.lon,
  }))
  const tags = { name: 'Museo del Vento', tourism: 'museum' }
  const map = encodePbf({ nodes: [{ id: 9, ...sea, tags }, ...corners], ways: [{ id: 9, refs: [1, 2, 3], tags }] })
  expect(await importContent(map)).toEqual({ ...noChanges, new: 1, merged: 1 })
  expect(await importContent(map)).toEqual({ ...noChanges, unchanged: 2 })
})

test('Of places with one name along a line, each is within 150 m of the one it is merged with', async () => {
  const row = Array.from({ length: 20 }, (_, index) => ({
    id: index,
    name: 'Lido',
    lat: sea.lat + metresToLatitude(index * 100),
    lon: sea.lon,
  }))
  expect(await importContent(csv(...row))).toEqual({ ...noChanges, new: 10, merged: 10 })
})

test('Distances across the 180th meridian are right', async () => {
  expect(
    await importContent(
      csv({ id: 1, name: 'Faro', lat: 1, lon: 179.9996 }, { id: 2, name: 'Faro', lat: 1, lon: -179.9996 }),
    ),
  ).toEqual({ ...noChanges, new: 1, merged: 1 })
})

test('A station with the name of its town is not merged with the town', async () => {
  const { latitude: lat, longitude: lon } = (await findPlacesNamed('Varenna'))[0] ?? { latitude: 0, longitude: 0 }
  expect(await importContent(csv({ id: 1, name: 'Varenna', lat, lon, kind: 'station' }))).toEqual({
    ...noChanges,
    new: 1,
  })
  expect((await findPlacesNamed('Varenna')).map(({ kind, town, province }) => [kind, town, province])).toEqual([
    ['town', null, 'LC'],
    ['station', 'Varenna', 'LC'],
  ])
})

test('A place gets the nearest comune within 10 km, or none', async () => {
  await importContent(
    csv({ id: 1, name: 'Bar Prova Uno', lat: 45.47, lon: 9.2 }, { id: 2, name: 'Bar Prova Due', ...sea }),
  )
  expect((await findPlacesNamed('Bar Prova Uno')).map(({ town, province }) => [town, province])).toEqual([
    ['Milano', 'MI'],
  ])
  expect((await findPlacesNamed('Bar Prova Due')).map(({ town, province }) => [town, province])).toEqual([[null, null]])
})

test('A second place with the same id in a file is skipped', async () => {
  expect(await importContent(csv({ id: 1, name: 'Bar Eco', ...sea }, { id: 1, name: 'Bar Eco', ...sea }))).toEqual({
    ...noChanges,
    new: 1,
    skipped: { repeated: 1 },
  })
})

test('Anna sees the sources of a place and their licences', async () => {
  const anna = await app.createUser('anna')
  await importContent(encodePbf({ nodes: [{ id: 42, ...sea, tags: { name: 'Molo Vecchio', man_made: 'pier' } }] }))
  await importContent(csv({ id: 1, name: 'Molo Vecchio', ...sea }), 'Comune di Prova', 'CC-BY-4.0')
  const { location } = await anna.callOk('getLocation', { location_id: await app.findPlaceId('Molo Vecchio') })
  expect(location.sources).toEqual([
    { name: 'OpenStreetMap', licence: 'ODbL-1.0', url: 'https://www.openstreetmap.org/node/42' },
    { name: 'Comune di Prova', licence: 'CC-BY-4.0', url: null },
  ])
})

test('When a source moves a place, its posts keep their position', async () => {
  const anna = await app.createUser('anna')
  await importContent(csv({ id: 1, name: 'Bar Nomade', ...sea }))
  const { id } = await anna.createPost('Ciao', { location_id: await app.findPlaceId('Bar Nomade') })
  const findPost = () => sql`SELECT * FROM posts WHERE id = ${id}`.all(app.db)
  const before = await findPost()
  expect(await importContent(csv({ id: 1, name: 'Bar Nomade', lat: 45.47, lon: 9.2 }))).toEqual({
    ...noChanges,
    updated: 1,
  })
  expect((await findPlacesNamed('Bar Nomade')).map(({ latitude, town }) => [latitude, town])).toEqual([
    [45.47, 'Milano'],
  ])
  expect(await findPost()).toEqual(before)
})

test('A map that names a shipped landmark becomes a source of it, and does not change it', async () => {
  const [before] = await findPlacesNamed('Fontana di Trevi')
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
  expect(await importContent(map)).toEqual({ ...noChanges, merged: 1 })
  expect(await findPlacesNamed('Fontana di Trevi')).toEqual([before])
})

const sumOf = ({ skipped, ...merged }: ImportCounts) =>
  [...Object.values(merged), ...Object.values(skipped)].reduce((sum, count) => sum + count, 0)

test('Everything in a GeoJSON file is in the summary', async () => {
  const point = (lat: unknown, lon: unknown) => ({ type: 'Point', coordinates: [lon, lat] })
  const feature = (id: unknown, name: unknown, geometry: unknown = point(sea.lat, sea.lon)) => ({
    type: 'Feature',
    id,
    properties: { name },
    geometry,
  })
  const features = [
    feature(null, 'Bar Nullo'),
    feature(1, 'Bar Uno'),
    feature(1, 'Bar Uno ancora'),
    feature('1', 'Bar Uno di nuovo'),
    feature(2, 'BAR UNO', point(sea.lat + metresToLatitude(20), sea.lon)),
    feature('\u200b', 'Bar invisibile'),
    feature(3, null),
    feature(4, '***'),
    feature(5, { it: 'Bar' }),
    feature(6, 'Bar senza posto', null),
    feature(7, 'Bar altrove', point('45', '9')),
    feature(8, 'Bar vuoto', { type: 'Polygon', coordinates: [] }),
    feature(9, 'Bar raccolta', { type: 'GeometryCollection', geometries: [point(sea.lat, sea.lon + 1)] }),
    { type: 'Feature', id: 10 },
    { type: 'Feature', id: 11, properties: [], geometry: [] },
    { type: 'Feature', id: 12, properties: 'Bar', geometry: 'qui' },
    { type: 'feature', id: 13, properties: { name: 'Bar' } },
    { type: 'area', id: 14 },
    null,
    'Bar',
    15,
    [],
    {},
  ]
  const first = await importNamed('odd.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
  expect(first).toEqual({
    new: 3,
    updated: 0,
    merged: 1,
    unchanged: 0,
    skipped: { malformed: 8, unnamed: 6, noPosition: 3, repeated: 2 },
  })
  expect(sumOf(first)).toBe(features.length)
  const again = await importNamed('odd.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
  expect(again).toEqual({ ...first, new: 0, merged: 0, unchanged: 4 })
})

test('Every row of a CSV file is in the summary', async () => {
  const rows = [
    '1,Bar Uno,39.5,12',
    '1,Bar Uno ancora,39.5,12.5',
    ',Bar senza id,39.6,12',
    ',,39.5,12',
    '2,"",39.5,12',
    '3,Bar senza posto,,',
    '4,Bar lontano,139.5,12',
    '5,Bar corto',
    '6,Bar lungo,39.7,12,bar,troppo,troppo',
    ',,,',
    'solo testo',
    '7,"Bar, con virgola",39.8,12',
  ]
  const counts = await importNamed('odd.csv', `id,name,latitude,longitude\n${rows.join('\n')}\n\n`)
  expect(sumOf(counts)).toBe(rows.length)
  expect(counts).toEqual({ ...noChanges, new: 4, skipped: { unnamed: 4, noPosition: 2, notDegrees: 1, repeated: 1 } })
})

test('Every named element of a map is in the summary', async () => {
  const square = [1, 2, 3, 4].map((id) => ({ id, lat: sea.lat + (id % 2) / 500, lon: sea.lon + (id > 2 ? 0.002 : 0) }))
  const named = {
    nodes: [
      { id: 11, ...sea, tags: { name: 'Bar Uno', amenity: 'bar' } },
      { id: 12, ...sea, tags: { name: 'Semaforo', highway: 'traffic_signals' } },
      { id: 13, ...sea, tags: { name: '***', amenity: 'bar' } },
    ],
    ways: [
      { id: 21, refs: [1, 2, 3, 4], tags: { name: 'Piazza Mare', place: 'square' } },
      { id: 22, refs: [1, 2], tags: { name: 'Via Mare', highway: 'residential' } },
      { id: 23, refs: [98, 99], tags: { name: 'Parco oltre il bordo', leisure: 'park' } },
    ],
  }
  const unnamed = [...square, { id: 14, ...sea, tags: { amenity: 'bench' } }]
  const expected = { ...noChanges, new: 2, skipped: { unnamed: 1, notAPlace: 2, noPosition: 1 } }
  const counts = await importNamed('odd.osm.pbf', encodePbf({ nodes: [...unnamed, ...named.nodes], ways: named.ways }))
  expect(counts).toEqual(expected)
  expect(sumOf(counts)).toBe(6)

  const elements = [
    ...[...unnamed, ...named.nodes].map((node) => ({ type: 'node', ...node })),
    ...named.ways.map(({ refs, ...way }) => ({ type: 'way', ...way, nodes: refs })),
    { type: 'relation', id: 31, tags: { name: 'Linea 1', leisure: 'park' } },
    { type: 'count', id: 0 },
  ]
  const overpass = await importNamed('odd.json', JSON.stringify({ elements }))
  expect(overpass).toEqual({
    ...noChanges,
    unchanged: 2,
    skipped: { malformed: 1, unnamed: 1, notAPlace: 2, noPosition: 2 },
  })
  expect(sumOf(overpass)).toBe(8)
})
