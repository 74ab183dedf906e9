import { expect, test } from 'vitest'
import { chunkEdges, nextRange, rangeWithin } from './virtual-list.ts'

const edges = chunkEdges([300, 300, 300, 300, 300], -450)

test('Edges add up the heights from the top of the first chunk', () => {
  expect(edges).toEqual([-450, -150, 150, 450, 750, 1050])
})

test('Visible are the chunks that overlap the screen', () => {
  expect(rangeWithin(edges, 0, 600)).toEqual({ from: 1, to: 4 })
})

test('Further screens add chunks on both sides', () => {
  expect(rangeWithin(edges, 1, 600)).toEqual({ from: 0, to: 5 })
})

const all = { from: 0, to: 20 }

test('The range grows by one chunk at its end first, then at its start', () => {
  const visible = { from: 5, to: 6 }
  const target = { from: 4, to: 7 }
  expect(nextRange({ rendered: visible, target, retained: all, visible })).toEqual({ from: 5, to: 7 })
  expect(nextRange({ rendered: { from: 5, to: 7 }, target, retained: all, visible })).toEqual({ from: 4, to: 7 })
  expect(nextRange({ rendered: target, target, retained: all, visible })).toEqual(target)
})

test('A jump renders only what is visible', () => {
  const visible = { from: 15, to: 17 }
  expect(nextRange({ rendered: { from: 0, to: 3 }, target: all, retained: all, visible })).toEqual(visible)
})

test('Visible chunks are rendered at once', () => {
  const visible = { from: 2, to: 6 }
  expect(nextRange({ rendered: { from: 3, to: 5 }, target: all, retained: all, visible })).toEqual(visible)
})

test('Chunks far from the screen are dropped', () => {
  const visible = { from: 10, to: 11 }
  const retained = { from: 8, to: 13 }
  expect(nextRange({ rendered: { from: 0, to: 11 }, target: visible, retained, visible })).toEqual({ from: 8, to: 11 })
})
