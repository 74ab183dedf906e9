import { expect, test } from 'vitest'
import {
  areValidZooms,
  encodingOf,
  isVectorTile,
  plainAttribution,
  readTileAddress,
  schemaOf,
  validBounds,
} from './ground.rules.ts'

test.each([
  [['water', 'transportation', 'landuse', 'building'], 'openmaptiles'],
  [['ocean', 'streets', 'buildings', 'water_polygons'], 'shortbread'],
  [['water', 'place', 'boundary'], null],
  [['transportation'], null],
  [['boundaries', 'buildings', 'earth', 'landcover', 'landuse', 'places', 'pois', 'roads', 'water'], 'protomaps'],
  [['roads', 'landuse'], null],
  [[], null],
])('A file with the layers %j has the schema %s', (layers, schema) => {
  expect(schemaOf(layers)).toBe(schema)
})

test.each([
  [undefined, '© OpenStreetMap'],
  ['', '© OpenStreetMap'],
  ['<img src=x onerror=alert(1)>', '© OpenStreetMap'],
  ['<a href="https://osm.org">&copy; OSM</a>,\n&quot;Comune&#39;s&quot; &unknown;', `© OSM , "Comune's" &unknown;`],
  ['a\u202Eb\u0000c', 'a b c'],
  ['a \n\t b', 'a b'],
  ['  ', '© OpenStreetMap'],
  ['x'.repeat(5000), 'x'.repeat(200)],
  [{ html: 1 }, '[object Object]'],
])('Of the attribution %j the map shows %j', (attribution, text) => {
  expect(plainAttribution(attribution)).toBe(text)
})

const world = [-180, -85.0511, 180, 85.0511]
test.each([
  [
    [9, 45, 10, 46],
    [9, 45, 10, 46],
  ],
  [[-180, -90, 180, 90], world],
  [[10, 45, 9, 46], world],
  [[9, 46, 10, 45], world],
  [[9, 45, 10], world],
  [[Number.NaN, 45, 10, 46], world],
  [['9', 45, 10, 46], world],
  [[9, 45, 190, 46], world],
  [[-190, 45, 10, 46], world],
  [[9, -91, 10, 46], world],
  [[9, 45, 10, 91], world],
  [[9, 45, 9, 46], world],
  [[9, 45, 10, 45], world],
  [[9, 45, 10, '46'], world],
  [
    [-180, -90, 180, 45],
    [-180, -85.0511, 180, 45],
  ],
])('The bounds %j are taken as %j', (given, bounds) => {
  expect(validBounds(given)).toEqual(bounds)
})

test.each([
  [0, 14, true],
  [14, 14, true],
  [15, 14, false],
  [0, 22, true],
  [0, 23, false],
  [-1, 3, false],
  [0.5, 3, false],
  [Number.NaN, 3, false],
  ['0', 14, false],
])('Zooms from %s to %s: %s', (min, max, isValid) => {
  expect(areValidZooms(min, max)).toBe(isValid)
})

test.each([
  ['0', '0', '0', { z: 0, x: 0, y: 0 }],
  ['22', '4194303', '4194303', { z: 22, x: 4_194_303, y: 4_194_303 }],
  ['22', '4194304', '0', null],
  ['0', '1', '0', null],
  ['0', '0', '1', null],
  ['1', '0', '2', null],
  ['1', '1x', '0', null],
  ['23', '0', '0', null],
  ['1', '-0', '0', null],
  ['1', '', '0', null],
  ['1', '١', '0', null],
])('The tile %s/%s/%s is %j', (z, x, y, address) => {
  expect(readTileAddress({ z, x, y })).toEqual(address)
})

test.each([
  [[0x1f, 0x8b, 8], 'gzip', true],
  [[0x78, 0x9c], 'deflate', true],
  [[0x1f, 0x1a], null, false],
  [[0x42, 0x8b], null, false],
  [[0x1a, 3], null, true],
  [[], null, true],
  [[0x89, 0x50, 0x4e, 0x47], null, false],
  [[0xff, 0xd8], null, false],
  [[0x52, 0x49, 0x46, 0x46], null, false],
])('A tile that begins with %j is compressed by %s, and a vector tile: %s', (bytes, encoding, isVector) => {
  expect(encodingOf(new Uint8Array(bytes))).toBe(encoding)
  expect(isVectorTile(new Uint8Array(bytes))).toBe(isVector)
})
