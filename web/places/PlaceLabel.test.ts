import { expect, test } from 'vitest'
import { placeDetails } from './PlaceLabel.tsx'

const brera = { name: 'Pinacoteca di Brera', kind: 'museum', town: 'Milano', province: 'MI' }
const milano = { name: 'Milano', kind: 'town', town: null, province: 'MI' }
const unknown = { name: 'Brera', town: 'Milano', province: 'MI' }

const read = (
  place: Parameters<typeof placeDetails>[0],
  metres: number | null,
  among: { name: string }[] = [place],
) => {
  const { what, distance } = placeDetails(place, { metres, among })
  return [what, distance].filter(Boolean).join(' · ')
}

test.each([
  [brera, 960, 'Museo · 960 m'],
  [brera, 50_000, 'Museo · 50 km'],
  [brera, 50_001, 'Museo · Milano · 50 km'],
  [brera, 478_000, 'Museo · Milano · 478 km'],
  [brera, null, 'Museo · Milano (MI)'],
  [milano, 10, 'Città · 10 m'],
  [milano, 478_000, 'Città · 478 km'],
  [milano, null, 'Città (MI)'],
  [unknown, 960, '960 m'],
  [unknown, 60_000, 'Milano · 60 km'],
  [{ ...unknown, town: null, province: null }, null, ''],
])('The row of %o, %s metres away, says “%s”', (place, metres, words) => {
  expect(read(place, metres)).toBe(words)
})

test('A namesake in the list says its town and province, near or far', () => {
  const duomo = { name: 'Duomo', kind: 'church', town: 'Monza', province: 'MB' }
  const among = [brera, duomo, { name: 'Duomo' }]
  expect(read(duomo, 960, among)).toBe('Chiesa · Monza (MB) · 960 m')
  expect(read(duomo, 478_000, among)).toBe('Chiesa · Monza (MB) · 478 km')
  expect(read(brera, 960, among)).toBe('Museo · 960 m')
})
