import { expect, test } from 'vitest'
import { nearestFirst } from './PlacesAround.tsx'

const here = { latitude: 45.464, longitude: 9.19 }
const at = (latitude: number, kind: string) => ({ latitude, longitude: 9.19, kind })
const [town, near, far, village] = [at(45.464, 'town'), at(45.465, 'bar'), at(45.48, 'park'), at(45.47, 'village')]

test('The nearest places stand first, and towns last', () => {
  expect(nearestFirst([far, town, village, near], here)).toEqual([near, village, far, town])
})

test('Without a position places stay in their order', () => {
  expect(nearestFirst([far, town, near], null)).toEqual([far, town, near])
})
