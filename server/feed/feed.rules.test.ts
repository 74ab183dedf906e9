import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPoint } from '#server/platform/geography.ts'
import { bandsFrom, bandsOf, cursorOf, readCursor, writeCursor } from './feed.rules.ts'

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
