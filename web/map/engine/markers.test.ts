import { expect, test } from 'vitest'
import { clusterPlaces } from './markers.ts'

const at = (x: number, y: number, posts: number) => ({ place: { posts }, x, y })

test('Places that the screen shows apart stay by themselves', () => {
  expect(clusterPlaces([at(0, 0, 1), at(100, 0, 2)], 50)).toHaveLength(2)
})

test('A place joins the liveliest one near it, where that one is', () => {
  const clusters = clusterPlaces([at(0, 0, 1), at(30, 0, 9), at(200, 0, 3)], 50)
  expect(clusters).toEqual([
    { places: [{ posts: 9 }, { posts: 1 }], x: 30, y: 0 },
    { places: [{ posts: 3 }], x: 200, y: 0 },
  ])
})

test('A row of places does not become one cluster from end to end', () => {
  const row = Array.from({ length: 10 }, (_, index) => at(index * 40, 0, 10 - index))
  expect(clusterPlaces(row, 50).map(({ places }) => places.length)).toEqual([2, 2, 2, 2, 2])
})

test('No places make no clusters', () => {
  expect(clusterPlaces([], 50)).toEqual([])
})
