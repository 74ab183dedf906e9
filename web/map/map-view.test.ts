import { expect, test } from 'vitest'
import {
  type GroundArchive,
  formatAddress,
  isInBox,
  overlapsBox,
  parseAddress,
  showsPlaces,
  snapBox,
  viewAround,
} from './map-view.ts'

test('An address says where the map looks and which period it counts', () => {
  const view = { latitude: 45.4642, longitude: 9.19, zoom: 12.5 }
  expect(formatAddress(view, 'day')).toBe('#12.50/45.4642/9.1900/day')
  expect(parseAddress('#12.50/45.4642/9.1900/day')).toEqual({ view, period: 'day' })
})

test.each(['', '#', '#12', '#a/b/c/d', '#12/91/9/day', '#99/45/9/day', '#12/45/999/day', '#//'])(
  'The address %j names no view',
  (hash) => {
    expect(parseAddress(hash).view).toBeNull()
  },
)

test('An unknown period is a week', () => {
  expect(parseAddress('#12/45/9/year').period).toBe('week')
})

test('Two views a few metres apart ask for the same box, which has neither of them in its middle', () => {
  const around = (latitude: number, longitude: number) =>
    snapBox({ west: longitude - 0.05, south: latitude - 0.05, east: longitude + 0.05, north: latitude + 0.05 }, 12)
  expect(around(45.4641, 9.1901)).toEqual(around(45.4643, 9.1903))
  const { west, east, south, north } = around(45.4641, 9.1901)
  expect(Math.abs((west + east) / 2 - 9.1901)).toBeGreaterThan(0.001)
  expect(Math.abs((south + north) / 2 - 45.4641)).toBeGreaterThan(0.001)
})

test('A box over the 180th meridian has its west in the east', () => {
  const box = snapBox({ west: 179.9, south: -17, east: 180.2, north: -16 }, 10)
  expect(box.west).toBeGreaterThan(179)
  expect(box.east).toBeLessThan(-179)
  expect(isInBox({ latitude: -16.5, longitude: -179.9 }, box)).toBe(true)
  expect(isInBox({ latitude: -16.5, longitude: 12 }, box)).toBe(false)
})

test('A box around the Earth is all of it', () => {
  expect(snapBox({ west: -300, south: -89, east: 200, north: 89 }, 3)).toEqual({
    west: -180,
    south: -85,
    east: 180,
    north: 85,
  })
})

test('A cell is in a view that shows its middle or a corner of it, and in no other', () => {
  const cell = {
    latitude: 40.8,
    longitude: 14.3,
    outline: [
      [13.7, 40.8],
      [14.3, 41.3],
    ] as [number, number][],
  }
  expect(overlapsBox(cell, { west: 14, south: 40, east: 15, north: 41 })).toBe(true)
  expect(overlapsBox(cell, { west: 11, south: 41.2, east: 15, north: 45 })).toBe(true)
  expect(overlapsBox(cell, { west: 11, south: 41.4, east: 15, north: 45 })).toBe(false)
  expect(overlapsBox({ ...cell, outline: [[180.5, 41]] }, { west: 179.9, south: 40, east: -179, north: 42 })).toBe(true)
})

test('Places are shown from near only, and where the server lists them', () => {
  const milan = { west: 9, south: 45.3, east: 9.4, north: 45.6 }
  expect(showsPlaces(milan, 11)).toBe(true)
  expect(showsPlaces(milan, 8)).toBe(false)
  expect(showsPlaces({ west: 5, south: 40, east: 15, north: 47 }, 11)).toBe(false)
})

test('The map of one point shows streets where there are some, and the places around where there are none', () => {
  const archive = { schema: 'base', version: '1', min_zoom: 0, max_zoom: 9, attribution: '' } as const
  const archives: GroundArchive[] = [
    { ...archive, id: 'base', bounds: [-180, -85, 180, 85] },
    { ...archive, id: 'streets', bounds: [9, 45.3, 9.4, 45.6] },
  ]
  expect(viewAround({ latitude: 45.4642, longitude: 9.19 }, archives).zoom).toBe(15)
  expect(viewAround({ latitude: 41.9, longitude: 12.5 }, archives).zoom).toBe(13)
})
