import { expect, test } from 'vitest'
import { tintOf } from './cell-layers.ts'

test.each([
  [1, 1000, 1],
  [32, 1000, 3],
  [1000, 1000, 5],
  [1, 1, 1],
  [3, 3, 5],
])('%d posts where the liveliest cell has %d have tint %d', (posts, most, tint) => {
  expect(tintOf(posts, most)).toBe(tint)
})
