import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { describe, expect, test } from 'vitest'
import { distanceMetres, earthRadiusMetres, readPoint, type Point } from '#server/platform/geography.ts'
import { scannedCells } from './area-scan.queries.ts'
import { bandsFrom, bandsOf, circles, cursorOf, readCursor, writeCursor } from './feed.rules.ts'

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const cellToDecimal = (cell: string) => BigInt(`0x${cell}`).toString()

/** Returns the point at a distance and bearing (in degrees) from another. */
function moveBy({ latitude, longitude }: Point, metres: number, bearing: number): Point {
  const from = (latitude * Math.PI) / 180
  const turn = (bearing * Math.PI) / 180
  const along = metres / earthRadiusMetres
  const to = Math.asin(Math.sin(from) * Math.cos(along) + Math.cos(from) * Math.sin(along) * Math.cos(turn))
  const east = Math.atan2(
    Math.sin(turn) * Math.sin(along) * Math.cos(from),
    Math.cos(along) - Math.sin(from) * Math.sin(to),
  )
  const degrees = longitude + (east * 180) / Math.PI
  return { latitude: (to * 180) / Math.PI, longitude: ((degrees + 540) % 360) - 180 }
}

describe.each(circles)('Within $km km', (circle) => {
  test('no point of the circle lies outside the covering cells, anywhere on Earth', () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (centre, share, bearing) => {
          const metres = Math.sqrt(share) * circle.km * 1000
          const point = moveBy(centre, metres, bearing)
          if (distanceMetres(centre, point) > circle.km * 1000) return
          expect(scannedCells({ point: centre, circle, withoutKm: null })).toContain(
            cellToDecimal(latLngToCell(point.latitude, point.longitude, circle.resolution)),
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  test('at most 48 cells cover the circle', () => {
    fc.assert(
      fc.property(anywhere, (centre) => {
        expect(scannedCells({ point: centre, circle, withoutKm: null }).length).toBeLessThanOrEqual(48)
      }),
      { numRuns: 500 },
    )
  })
})

test('The feed goes from the near circle outwards, and leaves out what it has shown', () => {
  expect(bandsOf('auto', true)).toEqual([
    { km: 5, withoutKm: null },
    { km: 25, withoutKm: 5 },
    { km: 100, withoutKm: 25 },
    { km: null, withoutKm: 100 },
  ])
  expect(bandsOf('1', true)).toEqual([{ km: 1, withoutKm: null }])
  expect(bandsOf('25', false)).toEqual([{ km: null, withoutKm: null }])
})

test('A page begins in the band of its cursor; the cursor of another radius leads nowhere', () => {
  const bands = bandsOf('auto', true)
  expect(bandsFrom(bands, null)).toEqual(bands)
  expect(bandsFrom(bands, { km: 100, before: 7 })).toEqual(bands.slice(2))
  expect(bandsFrom(bands, { km: 1, before: 7 })).toEqual([])
})

test('A page without a cursor is the first one; a cursor of another radius, or an invalid one, is refused', () => {
  expect(cursorOf(undefined, 'auto', true)).toBeNull()
  expect(cursorOf('25:7', 'auto', true)).toEqual({ km: 25, before: 7 })
  expect(cursorOf('1:7', 'auto', true)).toBeUndefined()
  expect(cursorOf('25:7', 'auto', false)).toBeUndefined()
  expect(cursorOf('zzz', 'auto', true)).toBeUndefined()
})

test('A written cursor is read as the same cursor', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 5, 25, 100, null),
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      (km, before) => {
        expect(readCursor(writeCursor({ km, before }))).toEqual({ km, before })
      },
    ),
  )
})

test('An invalid cursor is ignored', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cursor = readCursor(text)
      expect(cursor === null || writeCursor(cursor).length > 0).toBe(true)
    }),
  )
  for (const text of ['', 'zzz', '7:12', '15:12', '5:12x', '5:', ':12', '5:99999999999999999', '5:9007199254740992'])
    expect(readCursor(text)).toBeNull()
})

test('A position of 0,0 or without both coordinates counts as unknown', () => {
  expect(readPoint(0, 0)).toBeNull()
  expect(readPoint(undefined, 9)).toBeNull()
  expect(readPoint(0, 9)).toEqual({ latitude: 0, longitude: 9 })
})
