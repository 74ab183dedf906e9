import { expect, test } from 'vitest'
import { tileIdToZxy, zxyToTileId } from 'pmtiles'
import { boundsAround, countTiles, joinParts, parseBounds, tileAt, tileIdsIn } from './streets.rules.ts'

const rimini = { latitude: 44.06, longitude: 12.57 }

test('Twelve kilometres to each side of Rimini are a square of 24', () => {
  const [west, south, east, north] = boundsAround(rimini, 12)
  expect(north - south).toBeCloseTo(0.2156, 4)
  expect(east - west).toBeCloseTo(0.3, 4)
  expect((west + east) / 2).toBeCloseTo(rimini.longitude)
})

test.each([
  ['12.4,43.9,12.8,44.2', [12.4, 43.9, 12.8, 44.2]],
  [' 12.4, 43.9 ,12.8,44.2', [12.4, 43.9, 12.8, 44.2]],
  ['12.8,43.9,12.4,44.2', null],
  ['12.4,44.2,12.8,43.9', null],
  ['12.4,43.9,12.8', null],
  ['12.4,43.9,12.8,44.2,1', null],
  ['12.4,,12.8,44.2', null],
  ['12.4,43.9,12.8,95', null],
  ['ovest,43.9,12.8,44.2', null],
])('--bbox %j is %j', (text, bounds) => {
  expect(parseBounds(text)).toEqual(bounds)
})

test('Of each zoom all tiles that touch the bounds are wanted, in the order of the archive', () => {
  const bounds = boundsAround(rimini, 3)
  const ids = tileIdsIn(bounds, 0, 15)
  expect(ids).toHaveLength(countTiles(bounds, 0, 15))
  expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  expect(ids[0]).toBe(0)
  for (const corner of [0, 2]) {
    const { z, x, y } = tileAt(15, [bounds[corner]!, bounds[corner + 1]!])
    expect(ids).toContain(zxyToTileId(z, x, y))
  }
  const middle = tileAt(15, [rimini.longitude, rimini.latitude])
  const farthest = Math.max(...ids.map(tileIdToZxy).map(([z, x]) => (z === 15 ? Math.abs(x - middle.x) : 0)))
  expect(farthest).toBeLessThan(6)
})

test('The whole world is counted without listing it, its edges included', () => {
  expect(countTiles([-180, -90, 180, 90], 0, 0)).toBe(1)
  expect(countTiles([-180, -85.0511, 180, 85.0511], 0, 3)).toBe(1 + 4 + 16 + 64)
})

const part = (offset: number, length: number) => ({ offset, length, tileIds: [offset] })

test('Parts that lie near each other are read at once, those far away apart', () => {
  const ranges = joinParts([part(900_000, 10), part(0, 100), part(150, 50), part(900_010, 5)])
  expect(ranges.map(({ offset, length, parts }) => [offset, length, parts.length])).toEqual([
    [0, 200, 2],
    [900_000, 15, 2],
  ])
})

test('What is read at once has an end', () => {
  const ranges = joinParts(Array.from({ length: 30 }, (_, index) => part(index * 300_000, 300_000)))
  expect(ranges.length).toBeGreaterThan(2)
  expect(Math.max(...ranges.map(({ length }) => length))).toBeLessThanOrEqual(2 * 1024 * 1024)
  expect(ranges.flatMap(({ parts }) => parts)).toHaveLength(30)
})

test('Parts inside of another one do not shorten what is read', () => {
  expect(joinParts([part(0, 1000), part(10, 20)])).toMatchObject([{ offset: 0, length: 1000 }])
})
