import { expect, test } from 'vitest'
import { placeLine, townLabel } from './town-label.ts'

test.each([
  ['a place in a town of a known province', 'Milano', 'MI', 'Milano (MI)'],
  ['a place in a town of an unknown province', 'Lugano', null, 'Lugano'],
  ['a town', null, 'MI', '(MI)'],
  ['a town of an unknown province', null, null, null],
])('The label of %s tells it apart from others of its name', (_case, town, province, label) => {
  expect(townLabel({ town, province })).toBe(label)
})

test.each([
  ['Roma', null, 'RM', 'Roma (RM)'],
  ['Duomo', 'Milano', 'MI', 'Duomo, Milano (MI)'],
  ['Rifugio', 'Cogne', null, 'Rifugio, Cogne'],
  ['Faro', null, null, 'Faro'],
])('The place %s in %s, province %s, is written “%s”', (name, town, province, written) => {
  expect(placeLine({ name, town, province }, ', ')).toBe(written)
})
