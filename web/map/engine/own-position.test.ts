import { expect, test } from 'vitest'
import { distanceInMetres } from '#web/platform/geolocation.ts'
import { ownFeatures } from './own-position.ts'

test('The circle of accuracy is as far from the device on every side, in the north too', () => {
  const device = { latitude: 69.65, longitude: 18.95, accuracyMetres: 250 }
  const [circle, point] = ownFeatures(device).features
  expect(point!.geometry.coordinates).toEqual([18.95, 69.65])
  const ring = (circle!.geometry.coordinates as [number, number][][])[0]!
  expect(ring.at(-1)).toEqual(ring[0])
  for (const [longitude, latitude] of ring)
    expect(distanceInMetres(device, { latitude, longitude })).toBeCloseTo(250, -0.5)
})

test('Without a position nothing is drawn', () => {
  expect(ownFeatures(null).features).toEqual([])
})
