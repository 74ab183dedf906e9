import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { describe, expect, test } from 'vitest'
import { distanceMetres, earthRadiusMetres, readPoint, type Point } from '#server/platform/geography.ts'
import { coveringCells, readCursor, radii, writeCursor } from './feed.rules.ts'

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const asBigint = (cell: string) => BigInt(`0x${cell}`).toString()

/** The point so many metres from another, in a direction. */
function walk({ latitude, longitude }: Point, metres: number, bearing: number): Point {
  const [from, turn, along] = [(latitude * Math.PI) / 180, (bearing * Math.PI) / 180, metres / earthRadiusMetres]
  const to = Math.asin(Math.sin(from) * Math.cos(along) + Math.cos(from) * Math.sin(along) * Math.cos(turn))
  const east = Math.atan2(
    Math.sin(turn) * Math.sin(along) * Math.cos(from),
    Math.cos(along) - Math.sin(from) * Math.sin(to),
  )
  const degrees = longitude + (east * 180) / Math.PI
  return { latitude: (to * 180) / Math.PI, longitude: ((degrees + 540) % 360) - 180 }
}

describe.each(radii)('Within $km km', (radius) => {
  test('no point of the circle lies outside the covering cells, anywhere on Earth', () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (centre, share, bearing) => {
          const metres = Math.sqrt(share) * radius.km * 1000
          const point = walk(centre, metres, bearing)
          if (distanceMetres(centre, point) > radius.km * 1000) return
          expect(coveringCells(centre, radius)).toContain(
            asBigint(latLngToCell(point.latitude, point.longitude, radius.resolution)),
          )
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('the cells stay few', () => {
    fc.assert(
      fc.property(anywhere, (centre) => {
        expect(coveringCells(centre, radius).length).toBeLessThanOrEqual(48)
      }),
      { numRuns: 2000 },
    )
  })
})

test('A cursor comes back as it was written', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(5, 25, 100, null),
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      (km, before) => {
        expect(readCursor(writeCursor({ km, before }))).toEqual({ km, before })
      },
    ),
  )
})

test('A cursor of somebody else’s making is none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cursor = readCursor(text)
      expect(cursor === null || writeCursor(cursor).length > 0).toBe(true)
    }),
  )
  for (const text of [
    '',
    'zzz',
    Buffer.from('7:12').toString('base64url'),
    Buffer.from('5:99999999999999999').toString('base64url'),
  ])
    expect(readCursor(text)).toBeNull()
})

test('0,0 and nothing at all mean that the position is unknown', () => {
  expect(readPoint(0, 0)).toBeNull()
  expect(readPoint(undefined, 9)).toBeNull()
  expect(readPoint(0, 9)).toEqual({ latitude: 0, longitude: 9 })
})
