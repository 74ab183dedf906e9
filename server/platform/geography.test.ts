import { expect, test } from 'vitest'
import { cellAt, cellsTouched, distanceMetres } from './geography.ts'

const duomo = { latitude: 45.4642, longitude: 9.1896 }

test('The distance of a cell is that of its nearest point', () => {
  const cells = new Map(cellsTouched(duomo, 5000, 7).map(({ cell, metres }) => [cell, metres]))
  const nearest = new Map<string, number>()
  for (let latitude = 45.4; latitude < 45.53; latitude += 0.0005)
    for (let longitude = 9.1; longitude < 9.28; longitude += 0.0005) {
      const point = { latitude, longitude }
      const metres = distanceMetres(duomo, point)
      const cell = cellAt(point, 7)
      if (metres < (nearest.get(cell) ?? 5000)) nearest.set(cell, metres)
    }
  expect(cells.size).toBeGreaterThan(20)
  for (const [cell, metres] of cells) {
    // Points 56 m apart may miss the nearest one, or the whole touched tip of a cell.
    expect(nearest.get(cell) ?? 5000).toBeGreaterThan(metres - 1)
    expect(nearest.get(cell) ?? 5000).toBeLessThan(metres + 80)
  }
  expect([...nearest.keys()].filter((cell) => !cells.has(cell))).toEqual([])
})
