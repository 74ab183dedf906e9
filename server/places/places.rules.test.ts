import { expect, test } from 'vitest'
import { newPlace, pointOfPlace, searchName } from './places.rules.ts'

test.each([
  ['Città di Castello', 'citta di castello'],
  ['  L’Aquila – Stazione  ', 'l aquila stazione'],
  ['“Bar   42”', 'bar 42'],
  ['MÜNCHEN', 'munchen'],
  ['東京駅', '東京駅'],
  ['…', ''],
])('“%s” is searched as “%s”', (name, searched) => {
  expect(searchName(name)).toBe(searched)
})

test('An added place keeps its point to four decimals, about ten metres', () => {
  expect(pointOfPlace({ latitude: 45.464_171_99, longitude: -9.189_859_9 })).toEqual({
    latitude: 45.4642,
    longitude: -9.1899,
  })
})

test('A place of a source gets its searched name and its cells', () => {
  const common = {
    source: 'prova',
    licence: 'CC0-1.0',
    name: 'Caffè Greco',
    town: 'Roma',
    province: 'RM',
    kind: 'bar',
    latitude: 41.9056,
    longitude: 12.4814,
    population: 0,
  }
  const { c4, c5, ...place } = newPlace({ ...common, sourceId: 'n1' })
  expect(place).toEqual({ ...common, source_id: 'n1', search_name: 'caffe greco' })
  expect([c4, c5].every((cell) => /^\d{15,20}$/.test(cell))).toBe(true)
  expect(c4).not.toBe(c5)
})
