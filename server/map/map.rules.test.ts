import { describe, expect, test } from 'vitest'
import { mapCalls } from '#contract/map.ts'
import { boxAreaKm2 } from '#contract/map-box.ts'
import { boxAround, cellAreaKm2, cellAt, outlineOf } from '#server/platform/geography.ts'
import { cellsOf, isCountDue, pairOfBoxes, publishedAt, resolutionOf, townOfPlace, withoutHidden } from './map.rules.ts'

const world = { west: -180, south: -90, east: 180, north: 90 }
/** The area around Milano that a screen of this many pixels shows. */
function screenAt(zoom: number, [width, height]: readonly [number, number]) {
  const degrees = 360 / (512 * 2 ** zoom)
  return {
    west: Math.max(-180, 9.19 - (width / 2) * degrees),
    south: Math.max(-85, 45.46 - (height / 2) * degrees * Math.cos((45.46 * Math.PI) / 180)),
    east: Math.min(180, 9.19 + (width / 2) * degrees),
    north: Math.min(85, 45.46 + (height / 2) * degrees * Math.cos((45.46 * Math.PI) / 180)),
  }
}

describe('The size of cells', () => {
  test.each([
    [0, 1],
    [4, 2],
    [5, 3],
    [6.3, 3],
    [6.5, 4],
    [8, 5],
    [9.3, 6],
    [10.7, 7],
    [22, 7],
  ])('at zoom %d on a screen: resolution %i', (zoom, resolution) => {
    expect(resolutionOf(screenAt(zoom, [1280, 800]), zoom)).toBe(resolution)
  })

  test.each([
    [[390, 700], 5],
    [[1280, 800], 5],
    [[2560, 1440], 6.4],
  ] as const)('a screen of %j at zoom %d has some dozen cells, never more than 1200', (size, zoom) => {
    const box = screenAt(zoom, size)
    const cells = boxAreaKm2(box) / cellAreaKm2(resolutionOf(box, zoom))
    expect(cells).toBeGreaterThan(10)
    expect(cells).toBeLessThan(1200)
  })

  test('no zoom makes a large box expensive', () => {
    for (const zoom of [0, 5, 10, 22]) expect(resolutionOf(world, zoom)).toBe(1)
    expect(resolutionOf({ west: 6, south: 36, east: 19, north: 47.5 }, 22)).toBe(4)
  })
})

describe('Boxes', () => {
  test('their area is that of the sphere, also across the 180th meridian', () => {
    expect(boxAreaKm2(world)).toBeCloseTo(510_064_472, 0)
    const pacific = { west: 179, south: 0, east: -179, north: 1 }
    expect(boxAreaKm2(pacific)).toBeCloseTo(boxAreaKm2({ ...pacific, west: 9, east: 11 }))
  })

  test('across the 180th meridian they are one from either side', () => {
    expect(pairOfBoxes({ west: 179, south: 0, east: -179, north: 1 })).toEqual({
      west: 179,
      south: 0,
      east: 181,
      north: 1,
      west2: -181,
      east2: -179,
    })
  })

  test('elsewhere they are the same one turn around the Earth away, also where they have no width', () => {
    const milano = { west: 9, south: 45, east: 10, north: 46 }
    expect(pairOfBoxes(milano)).toEqual({ ...milano, west2: 369, east2: 370 })
    expect(pairOfBoxes({ ...milano, east: 9 })).toMatchObject({ west: 9, east: 9 })
  })

  test.each([
    [{ south: '46', north: '45' }, 'Questa parte della mappa non è valida.'],
    [{ west: '-181' }, 'Questa parte della mappa non è valida.'],
    [{ north: 'NaN' }, 'Questa parte della mappa non è valida.'],
    [{ east: undefined }, 'Questa parte della mappa non è valida.'],
    [{ west: '-180', east: '180' }, 'Avvicina la mappa per vedere i luoghi.'],
    [{ period: 'year' }, 'Scegli se contare un giorno, una settimana o un mese.'],
  ])('%j of a request for places is refused', (change, sentence) => {
    const input = { west: '9', south: '45', east: '10', north: '46', period: 'day', ...change }
    expect(mapCalls.getMapPlaces.input.safeParse(input).error?.issues[0]?.message).toBe(sentence)
  })

  test.each(['-1', '22.1', 'x'])('zoom %s is refused', (zoom) => {
    const input = { west: 9, south: 45, east: 10, north: 46, zoom, period: 'day' }
    expect(mapCalls.getMapCells.input.safeParse(input).error?.issues[0]?.message).toBe(
      'Lo zoom della mappa va da 0 a 22.',
    )
  })
})

describe('Cells', () => {
  test('of a place: one of each resolution from 7 to 1, each in the next', () => {
    const cells = cellsOf({ latitude: 45.46, longitude: 9.19 })
    expect(cells).toHaveLength(7)
    expect(cells[0]).toBe(cellAt({ latitude: 45.46, longitude: 9.19 }, 7))
    expect(cells.map((cell) => Number((BigInt(cell) >> 52n) & 15n))).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  test('across the 180th meridian go on beyond it', () => {
    const cell = cellAt({ latitude: -16.8, longitude: 179.99 }, 2)
    const longitudes = outlineOf(cell).map(({ longitude }) => longitude)
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(10)
    const { west, east } = boxAround(cell)
    expect(west).toBeLessThan(180)
    expect(east).toBeGreaterThan(180)
  })

  test('around a pole reach all longitudes', () => {
    expect(boxAround(cellAt({ latitude: 90, longitude: 0 }, 2))).toMatchObject({ west: -180, east: 180, north: 90 })
    expect(boxAround(cellAt({ latitude: -90, longitude: 0 }, 2))).toMatchObject({ west: -180, east: 180, south: -90 })
  })
})

describe('Posts that a block hides', () => {
  const rows = [
    { id: 'a', posts: 9, newest_id: 90 },
    { id: 'b', posts: 8, newest_id: 80 },
  ]
  const correct = (hidden_posts: number, visible_ids: number[]) =>
    withoutHidden({ rows, hidden: [{ id: 'a', hidden_posts, visible_ids }], idOf: ({ id }) => id, minAuthors: 3 })

  test('is taken away, and others may then have more', () => {
    expect(correct(2, [70, 60, 50])).toEqual([rows[1], { id: 'a', posts: 7, newest_id: 70 }])
  })
  test('cells of as many posts are in the order of their newest one', () => {
    expect(correct(1, [70, 60, 50]).map(({ id }) => id)).toEqual(['b', 'a'])
    expect(correct(1, [99, 60, 50]).map(({ id }) => id)).toEqual(['a', 'b'])
  })
  test('leaves no place where the viewer sees nobody’s post, though one author would do', () => {
    const hidden = [{ id: 'a', hidden_posts: 1, visible_ids: [] }]
    expect(withoutHidden({ rows, hidden, idOf: ({ id }) => id, minAuthors: 0 })).toEqual([rows[1]])
  })
  test('leaves a cell with as many posts as authors', () => {
    expect(correct(6, [70, 60, 50])).toContainEqual({ id: 'a', posts: 3, newest_id: 70 })
  })
  test('leaves no cell with fewer than three other authors', () => {
    expect(correct(1, [70, 60])).toEqual([rows[1]])
    expect(correct(1, [])).toEqual([rows[1]])
  })
  test('leaves no cell with fewer posts than authors: some were deleted since the count', () => {
    expect(correct(7, [70, 60, 50])).toEqual([rows[1]])
  })
})

test('A count is due when ten times as long has passed as the last one took', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const countedBefore = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  expect(isCountDue({ counted_at: null, took_ms: 0 }, now)).toBe(true)
  expect(isCountDue({ counted_at: countedBefore(59), took_ms: 6000 }, now)).toBe(false)
  expect(isCountDue({ counted_at: countedBefore(60), took_ms: 6000 }, now)).toBe(true)
})

test('The id of a post says when it was published', () => {
  const at = new Date('2026-11-25T12:00:00.123Z')
  expect(publishedAt((at.getTime() - Date.UTC(2020, 0, 1)) * 4096 + 4095)).toEqual(at)
})

test.each([
  [{ name: 'Duomo', kind: 'church', town: 'Milano' }, 'Milano'],
  [{ name: 'Milano', kind: 'town', town: null }, 'Milano'],
  [{ name: 'Rifugio', kind: 'hotel', town: null }, null],
])('the town of %j is %s', (place, town) => {
  expect(townOfPlace(place)).toBe(town)
})
