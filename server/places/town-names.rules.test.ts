import { expect, test } from 'vitest'
import { townKeys, townQuery } from './town-names.rules.ts'

const wholeKeys = (...names: string[]) => townKeys(names).flatMap(({ key, is_whole }) => (is_whole ? [key] : []))

test.each([
  ["Reggio nell'Emilia", ['reggionellemilia', 'reggioemilia']],
  ["L'Aquila", ['laquila', 'aquila']],
  ["Sant'Agata di Puglia", ['santagatadipuglia', 'sanagatapuglia']],
  ['Ala', ['ala']],
  ['Santo', ['santo']],
  ['Ne', ['ne']],
  ['San', ['san']],
  ['La', ['la']],
])('%s is found as %j', (name, keys) => {
  expect(wholeKeys(name)).toEqual(keys)
})

test('A town is found by every name, and by the ends of them', () => {
  expect(townKeys(['Duino Aurisina', 'Devin-Nabrežina'])).toEqual([
    { key: 'duinoaurisina', is_whole: true },
    { key: 'devinnabrezina', is_whole: true },
    { key: 'aurisina', is_whole: false },
    { key: 'nabrezina', is_whole: false },
  ])
})

test.each([
  ['reggio emilia', 'reggioemilia', null],
  ['reggio in emilia', 'reggioinemilia', 'reggioemilia'],
  ['s ta margherita', 'sanmargherita', null],
  ['santa margherita', 'santamargherita', 'sanmargherita'],
  ['la s', 'las', null],
  ['la scala', 'lascala', null],
  ['s', 's', null],
])('The query “%s” is compared as %s and %s', (query, written, everyday) => {
  expect(townQuery(query)).toEqual({ written, everyday })
})
