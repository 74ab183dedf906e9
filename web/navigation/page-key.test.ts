import type { Location } from 'react-router'
import { expect, test } from 'vitest'
import { overPage, pageKey } from './page-key.ts'

const location = (part: Partial<Location>): Location => ({
  key: 'abc',
  pathname: '/feed',
  search: '',
  hash: '',
  state: null,
  ...part,
})

test('A page is known by the key of its history entry', () => {
  expect(pageKey(location({}))).toBe('abc')
})

test('A page that was opened by its address is known by its path', () => {
  expect(pageKey(location({ key: 'default' }))).toBe('/feed')
})

test('An entry over a page keeps the key of the page, also twice', () => {
  const over = location({ key: 'def', state: overPage(location({}), { stories: 1 }) })
  expect(pageKey(over)).toBe('abc')
  expect(overPage(over, { stories: 2 })).toEqual({ stories: 2, over: 'abc' })
})
