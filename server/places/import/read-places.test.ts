import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodePbf } from '#server/testing/fixtures/encoded-pbf.ts'
import { countSkipped, skipReasons } from './candidate.ts'
import { type Batch, readPlaces } from './read-places.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-readers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function readContent(name: string, content: string | Buffer) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  const all: Pick<Batch, 'places' | 'skipped'> = { places: [], skipped: {} }
  for await (const { places, skipped } of readPlaces(file, { source: 'comune', licence: 'CC0-1.0' })) {
    all.places.push(...places)
    for (const reason of skipReasons) countSkipped(all.skipped, reason, skipped[reason] ?? 0)
  }
  return all
}

const square = [
  [44, 10],
  [44, 10.002],
  [44.002, 10.002],
  [44.002, 10],
].map(([lat = 0, lon = 0], index) => ({ id: index + 1, lat, lon }))
const squareNodeIds = [1, 2, 3, 4, 1]

test('Named nodes of a known kind are places; nodes without a name and street furniture are not', async () => {
  const { places, skipped } = await readContent(
    'map.osm.pbf',
    encodePbf({
      nodes: [
        { id: 11, lat: 45.1, lon: 9.1, tags: { name: 'Caffè Lume', amenity: 'cafe' } },
        { id: 12, lat: 45.2, lon: 9.2, tags: { name: 'Cima Alta', natural: 'peak' } },
        { id: 13, lat: 45.3, lon: 9.3, tags: { amenity: 'bench' } },
        { id: 14, lat: 45.4, lon: 9.4, tags: { name: 'Semaforo', highway: 'traffic_signals' } },
      ],
    }),
  )
  expect(places).toEqual([
    {
      source: 'osm',
      sourceId: 'node/11',
      licence: 'ODbL-1.0',
      name: 'Caffè Lume',
      kind: 'bar',
      latitude: expect.closeTo(45.1, 6),
      longitude: expect.closeTo(9.1, 6),
      town: null,
      province: null,
      population: 0,
    },
    expect.objectContaining({ sourceId: 'node/12', kind: 'peak' }),
  ])
  expect(skipped).toEqual({ notAPlace: 1 })
})

test.each(['zlib', 'raw'] as const)('A way is a place at its middle, also with %s compression', async (compression) => {
  const { places } = await readContent(
    'way.osm.pbf',
    encodePbf(
      { nodes: square, ways: [{ id: 5, refs: squareNodeIds, tags: { name: 'Piazza Nuova', place: 'square' } }] },
      compression,
    ),
  )
  expect(places).toEqual([
    expect.objectContaining({
      sourceId: 'way/5',
      name: 'Piazza Nuova',
      latitude: expect.closeTo(44.001, 6),
      longitude: expect.closeTo(10.001, 6),
    }),
  ])
})

test('A way whose nodes are missing from the extract is skipped', async () => {
  expect(
    await readContent(
      'edge.osm.pbf',
      encodePbf({ nodes: square, ways: [{ id: 5, refs: [77, 78], tags: { name: 'Altrove', shop: 'books' } }] }),
    ),
  ).toEqual({ places: [], skipped: { noPosition: 1 } })
})

test.each([
  ['its Italian name', { name: 'Bozner Dom', 'name:it': 'Duomo di Bolzano' }, 'Duomo di Bolzano'],
  ['a name with single spaces', { name: '  Bar \t della\n  Posta ' }, 'Bar della Posta'],
  ['a name without invisible characters', { name: 'Bar\u0000 \u0007Sport\u202e\ufeff' }, 'Bar Sport'],
  ['the first 120 characters of a long name', { name: 'è'.repeat(300) }, 'è'.repeat(120)],
  ['a name without half an emoji', { name: 'Bar \ud83c' }, 'Bar \ufffd'],
])('A place gets %s', async (_description, names, expected) => {
  const element = { type: 'node', id: 1, lat: 45, lon: 9, tags: { amenity: 'bar', ...names } }
  const { places } = await readContent('names.json', JSON.stringify({ elements: [element] }))
  expect(places.map(({ name }) => name)).toEqual([expected])
})

test('Places without a searchable name or a position on Earth are skipped and counted', async () => {
  const row = (id: number, name: string, lat: unknown, lon: unknown) => ({
    type: 'Feature',
    id,
    properties: { name },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  })
  const features = [
    row(1, '***', 45, 9),
    row(2, ' \u0000 ', 45, 9),
    row(3, 'A', 91, 9),
    row(4, 'B', 45, -181),
    row(5, 'C', '45', 9),
    row(6, 'D', 0, 0),
    row(7, 'E', null, 9),
    row(8, 'Buono', 45, 9),
  ]
  const { places, skipped } = await readContent(
    'features.geojson',
    JSON.stringify({ type: 'FeatureCollection', features }),
  )
  expect(places.map(({ name }) => name)).toEqual(['Buono'])
  expect(skipped).toEqual({ unnamed: 2, noPosition: 3, notDegrees: 2 })
})

test('Tags with the names of JavaScript properties are ordinary tags', async () => {
  const element = {
    type: 'node',
    id: 1,
    lat: 45,
    lon: 9,
    tags: { name: 'Bar Proto', amenity: 'constructor', shop: '__proto__' },
  }
  expect((await readContent('words.json', JSON.stringify({ elements: [element] }))).places).toEqual([
    expect.objectContaining({ kind: 'place' }),
  ])
})

test('Ways of Overpass are located by centre, geometry or nodes, also by nodes that come later', async () => {
  const way = { type: 'way', tags: { name: 'Museo', tourism: 'museum' } }
  const { places } = await readContent(
    'overpass.json',
    JSON.stringify({
      version: 0.6,
      elements: [
        { ...way, id: 1, center: { lat: 45, lon: 9 } },
        { ...way, id: 2, geometry: square.map(({ lat, lon }) => ({ lat, lon })) },
        { ...way, id: 3, nodes: squareNodeIds },
        ...square.map((node) => ({ type: 'node', ...node })),
      ],
    }),
  )
  expect(
    places.map(({ sourceId, latitude, longitude }) => [sourceId, latitude.toFixed(4), longitude.toFixed(4)]),
  ).toEqual([
    ['way/1', '45.0000', '9.0000'],
    ['way/2', '44.0010', '10.0010'],
    ['way/3', '44.0010', '10.0010'],
  ])
})

test('Points and areas of GeoJSON are places; exports of OpenStreetMap keep their source', async () => {
  const area = { type: 'Polygon', coordinates: [square.map(({ lat, lon }) => [lon, lat])] }
  const { places } = await readContent(
    'areas.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { name: 'Parco Basso', leisure: 'park', '@id': 'way/9' }, geometry: area },
        { type: 'Feature', properties: { name: 'Orto', kind: 'park' }, geometry: area },
      ],
    }),
  )
  expect(places).toEqual([
    expect.objectContaining({
      source: 'osm',
      sourceId: 'way/9',
      licence: 'ODbL-1.0',
      kind: 'park',
      latitude: expect.closeTo(44.001, 6),
    }),
    expect.objectContaining({ source: 'comune', sourceId: 'orto@44.00100,10.00100', licence: 'CC0-1.0', kind: 'park' }),
  ])
})

const geonamesLine = (id: number, name: string, alternates: string, code: string) =>
  [
    id,
    name,
    name,
    alternates,
    '45.5',
    '9.5',
    ...code.split('.'),
    'IT',
    '',
    '09',
    'MI',
    '015146',
    '',
    '0',
    '',
    '120',
    'Europe/Rome',
    '2020-01-01',
  ].join('\t')

test('GeoNames dumps are read without towns, and with Italian instead of English names', async () => {
  const { places } = await readContent(
    'IT.txt',
    [
      geonamesLine(1, 'Trevi Fountain', 'Fontaine de Trevi,Fontana di Trevi,Trevi-Brunnen', 'S.MNMT'),
      geonamesLine(2, 'Torre "Alta"', '', 'S.TOWR'),
      geonamesLine(3, 'Milan', 'Milano', 'P.PPLA'),
      geonamesLine(4, 'Lake Orta', "Lac d'Orta", 'H.LK'),
    ].join('\n'),
  )
  expect(places.map(({ source, sourceId, name, kind, province }) => [source, sourceId, name, kind, province])).toEqual([
    ['geonames', '1', 'Fontana di Trevi', 'monument', 'MI'],
    ['geonames', '2', 'Torre "Alta"', 'monument', 'MI'],
    ['geonames', '4', 'Lake Orta', 'lake', 'MI'],
  ])
})

test.each([
  ['comma', 'name,latitude,longitude,kind\n"Bar, Due",45.5,9.5,bar\n'],
  ['semicolon, with decimal commas', '\uFEFFNome;Latitudine;Longitudine;Tipo\r\nBar, Due;45,5;9,5;BAR\r\n'],
  ['tab', 'lat\tlon\tname\ttype\n45.5\t9.5\tBar, Due\tbar'],
])('CSV separated by %s is read by its column names', async (_delimiter, content) => {
  const { places } = await readContent('bars.csv', content)
  expect(places).toEqual([
    expect.objectContaining({
      source: 'comune',
      licence: 'CC0-1.0',
      name: 'Bar, Due',
      kind: 'bar',
      latitude: 45.5,
      longitude: 9.5,
    }),
  ])
})

const bars = 'nome;latitudine;longitudine\nCaffè dell’Università – 1 €;45,5;9,5\n'
/** The 27 characters of Windows-1252 that Latin-1 lacks, of which the text has three. */
const toWindows1252 = (text: string) =>
  Buffer.from(text.replaceAll('’', '\x92').replaceAll('–', '\x96').replaceAll('€', '\x80'), 'latin1')
const toUtf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
/** More than one chunk of a file, before the first letter that reveals the encoding. */
const manyPlainRows = Array.from({ length: 20_000 }, (_, index) => `Bar ${index};44,5;9,5\n`).join('')

test.each([
  ['UTF-8', Buffer.from(bars)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${bars}`)],
  ['Windows-1252, as Italian spreadsheets write it', toWindows1252(bars)],
  ['Windows-1252, gzipped', gzipSync(toWindows1252(bars))],
  ['UTF-16, as “Unicode text” of a spreadsheet', toUtf16(bars)],
  ['UTF-16 of the other byte order', toUtf16(bars).swap16()],
])('A file in %s gets its accents right', async (_encoding, content) => {
  const { places } = await readContent('bars.csv', content)
  expect(places.map(({ name }) => name)).toEqual(['Caffè dell’Università – 1 €'])
})

test('The encoding is right also if the first accent comes late', async () => {
  const rows = `nome;latitudine;longitudine\n${manyPlainRows}Caffè;45,5;9,5\n`
  for (const content of [Buffer.from(rows), toWindows1252(rows)])
    expect((await readContent('late.csv', content)).places.at(-1)?.name).toBe('Caffè')
})

test('GeoJSON in Windows-1252 gets its accents right', async () => {
  const feature = { type: 'Feature', properties: { name: 'Caffè' }, geometry: { type: 'Point', coordinates: [9, 45] } }
  const content = toWindows1252(JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
  expect((await readContent('bars.geojson', content)).places.map(({ name }) => name)).toEqual(['Caffè'])
})

test('Features whose id is null, missing, empty or no text are places with a derived id', async () => {
  const features = [null, undefined, '', true, { a: 1 }, 0, 7, 'x'].map((id, index) => ({
    type: 'Feature',
    id,
    properties: { name: `Bar ${index}` },
    geometry: { type: 'Point', coordinates: [9, 45] },
  }))
  const { places, skipped } = await readContent('ids.geojson', JSON.stringify({ features }))
  expect(places.map(({ sourceId }) => sourceId)).toEqual([
    ...[0, 1, 2, 3, 4].map((index) => `bar ${index}@45.00000,9.00000`),
    '0',
    '7',
    'x',
  ])
  expect(skipped).toEqual({})
})

test('A collection of geometries is a place at its middle', async () => {
  const geometries = [
    { type: 'Point', coordinates: [9, 45] },
    {
      type: 'LineString',
      coordinates: [
        [9.2, 45.2],
        [9.1, 45.1],
      ],
    },
  ]
  const feature = {
    type: 'Feature',
    properties: { name: 'Parco' },
    geometry: { type: 'GeometryCollection', geometries },
  }
  const { places } = await readContent('mixed.geojson', JSON.stringify({ features: [feature] }))
  expect(places).toEqual([
    expect.objectContaining({ latitude: expect.closeTo(45.1, 6), longitude: expect.closeTo(9.1, 6) }),
  ])
})

test('A gzipped file is read like an uncompressed one', async () => {
  const content = 'id,name,latitude,longitude\n7,Bar,45.5,9.5\n'
  expect(await readContent('bars.csv.gz', gzipSync(content))).toEqual(await readContent('bars.csv', content))
})

test.each([
  ['empty.osm.pbf', Buffer.alloc(0), 'is empty'],
  ['text.osm.pbf', 'name,latitude,longitude\nBar,45,9\n', 'is not an OpenStreetMap PBF file'],
  ['lz4.osm.pbf', encodePbf({ nodes: square }, 'lz4'), 'is compressed with LZ4'],
  [
    'cut.osm.pbf',
    encodePbf({ nodes: square, ways: [{ id: 1, refs: squareNodeIds }] }).subarray(0, -7),
    'is truncated or damaged',
  ],
  [
    'cut.json',
    JSON.stringify({ elements: square.map((node) => ({ type: 'node', ...node })) }).slice(0, -9),
    'breaks off or is damaged',
  ],
  ['cut.csv.gz', gzipSync('name,latitude,longitude\nBar,45,9\n'.repeat(99)).subarray(0, 60), 'is truncated or damaged'],
  ['quote.csv', 'name,latitude,longitude\n"Bar,45,9\n', 'is damaged'],
  ['other.json', '{"places": []}', 'neither elements'],
  ['other.csv', 'Caro diario,\noggi piove.', 'names no column name, latitude, longitude'],
  ['picture.json', Buffer.from([0x89, 0x50, 0, 0, 1, 2]), 'is neither'],
  ['map.osm', '<?xml version="1.0"?><osm></osm>', 'is XML of OpenStreetMap'],
  ['map.kml', '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"></kml>', 'is KML'],
  ['track.gpx', '<gpx></gpx>', 'is GPX'],
  ['feed.xml', '<rss></rss>', 'is XML, which is not read: convert it to GeoJSON or CSV'],
  ['error.json', '<!DOCTYPE html><html><body>429 Too Many Requests</body></html>', 'is a web page'],
  ['table.xlsx', Buffer.from('PK\u0003\u0004rest'), 'is a ZIP archive'],
  ['empty.geojson', '{"type": "FeatureCollection", "features": []}', 'list of features is empty'],
  ['line.geojson', '{"type": "GeometryCollection", "geometries": []}', 'is a GeoJSON GeometryCollection, not features'],
  ['topo.json', '{"type": "Topology", "objects": {}}', 'is TopoJSON'],
  [
    'none.json',
    '{"version": 0.6, "generator": "Overpass API", "elements": []}',
    'answer of Overpass API without elements',
  ],
  [
    'half.json',
    '{"elements": [{"type": "node", "id": 1, "lat": 45, "lon": 9, "tags": {"name": "Bar", "amenity": "bar"}}], "remark": "runtime error: Query timed out in \\"query\\" at line 3 after 26 seconds."}',
    'half an answer of Overpass, which says “runtime error: Query timed out in "query" at line 3 after 26 seconds.”',
  ],
  [
    'memory.json',
    '{"elements": [], "remark": "runtime error: Query ran out of memory in \\"query\\" at line 3."}',
    'which says “runtime error: Query ran out of memory',
  ],
  [
    'early.json',
    '{"remark": "runtime error: timeout", "elements": [{"type": "node", "id": 1, "lat": 45, "lon": 9}]}',
    'timeout',
  ],
  ['address.csv', 'Nome;Indirizzo\nBar;Via Roma 1\n', 'no column latitude, longitude (but Nome, Indirizzo)'],
])('%s is refused with the reason', async (name, content, problem) => {
  await expect(readContent(name, content)).rejects.toThrow(problem)
})

test('A map with one flipped byte is refused', async () => {
  const map = encodePbf({ nodes: square })
  map[map.length - 20] = (map[map.length - 20] ?? 0) ^ 0xff
  await expect(readContent('flipped.osm.pbf', map)).rejects.toThrow('is truncated or damaged')
})

const point = (properties: object, coordinates: number[] = [9.19, 45.46]) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
})
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })

/** One row under these columns, as CSV and as GeoJSON: both name fields alike. */
const asBoth = (fields: Record<string, string>): [name: string, content: string][] => {
  const positioned = { lat: '45.46', lon: '9.19', ...fields }
  return [
    ['row.csv', [Object.keys(positioned), Object.values(positioned)].map((row) => row.join(';')).join('\n')],
    ['row.geojson', collection(point(fields))],
  ]
}

test.each([
  [{ NOME: 'Biblioteca', OBJECTID: '1' }, { name: 'Biblioteca' }],
  [
    { Denominazione: 'Museo', fid: '1' },
    { name: 'Museo', sourceId: '1' },
  ],
  [{ Name: 'Museo KML', description: 'x' }, { name: 'Museo KML' }],
  [
    { nome: 'Ponte', Città: 'Lodi', PROV: 'LO' },
    { town: 'Lodi', province: 'LO' },
  ],
  [{ name: 'Lido', Categoria: 'BEACH' }, { kind: 'beach' }],
  [{ name: 'Lido', type: 'Feature', tipo: 'beach' }, { kind: 'beach' }],
  [{ name: 'Bar', 'NAME:IT': 'Caffè' }, { name: 'Caffè' }],
  [{ 'name:it': '', name: 'Piazza Duomo' }, { name: 'Piazza Duomo' }],
  [{ name: ' ', nome: 'Chiesa' }, { name: 'Chiesa' }],
  [{ nome: '***', denominazione: 'Sormani' }, { name: 'Sormani' }],
  [{ nome: 'Nostro', name: 'Proprio' }, { name: 'Proprio' }],
  [{ fid: '7', id: '1', name: 'A' }, { sourceId: '1' }],
  [
    { name: 'A', comune: '15146', tipo: '5' },
    { town: null, kind: 'place' },
  ],
  [{ name: 'A', comune: '15146', nome_comune: 'Milano' }, { town: 'Milano' }],
  [{ name: 'A', Licenza: 'IODL-2.0' }, { licence: 'IODL-2.0' }],
])('%j is %j, as a row and as a feature', async (fields, expected) => {
  for (const [name, content] of asBoth(fields))
    expect((await readContent(name, content)).places, name).toEqual([expect.objectContaining(expected)])
})

test.each([
  ['metres beside degrees', 'nome;lat;lon;x;y\nMuseo;45,4642;9,19;514855,2;5034321,7\n'],
  ['degrees beside metres', 'nome;x;y;lat;lon\nMuseo;514855,2;5034321,7;45,4642;9,19\n'],
  ['empty columns of ours', 'nome;latitude;longitude;lat;lon\nMuseo;;;45,4642;9,19\n'],
  ['the columns of Milan', 'Nome;LONG_X_4326;LAT_Y_4326;Location\nMuseo;9.19;45.4642;(45.4642, 9.19)\n'],
  ['a line that names the separator', 'sep=;\nnome;lat;lon\nMuseo;45,4642;9,19\n'],
  ['a separator nobody would guess', 'sep=|\r\nnome|lat|lon\r\nMuseo|45.4642|9.19\r\n'],
  ['blank lines before the header', '\n  \nname,latitude,longitude\nMuseo,45.4642,9.19\n'],
  ['quoted columns', '"Nome";"Lat";"Lon"\n"Museo";"45,4642";"9,19"\n'],
])('A table with %s is read', async (_case, content) => {
  expect(await readContent('table.csv', content)).toEqual({
    places: [expect.objectContaining({ name: 'Museo', latitude: 45.4642, longitude: 9.19 })],
    skipped: {},
  })
})

test('Coordinates in metres are counted as such', async () => {
  const metric = collection(point({ name: 'Metrico' }, [1_023_000.1, 5_692_000.2]))
  expect((await readContent('metric.geojson', metric)).skipped).toEqual({ notDegrees: 1 })
  const table = 'nome;x;y\nMuseo;514855,2;5034321,7\n'
  expect((await readContent('metric.csv', table)).skipped).toEqual({ notDegrees: 1 })
})

const rows = [0, 1, 2].map((n) => point({ name: `Riga ${n}` }, [9.1 + n / 100, 45.4]))
test.each([
  ['one on each line', rows.map((row) => JSON.stringify(row)).join('\n'), 3],
  ['one on each line, marked as records', rows.map((row) => `\u001e${JSON.stringify(row)}\n`).join(''), 3],
  ['alone on one line', JSON.stringify(rows[0]), 1],
  ['alone on several lines', JSON.stringify(rows[0], null, 2), 1],
])('Features %s are read', async (_case, content, count) => {
  const { places, skipped } = await readContent('features.geojson', content)
  expect(places.map(({ name }) => name)).toEqual(rows.slice(0, count).map((_, n) => `Riga ${n}`))
  expect(skipped).toEqual({})
})

test('A remark of GeoJSON is nobody’s error', async () => {
  const content = JSON.stringify({ type: 'FeatureCollection', features: rows, remark: 'Dati del 2024' })
  expect((await readContent('remark.geojson', content)).places).toHaveLength(3)
})
