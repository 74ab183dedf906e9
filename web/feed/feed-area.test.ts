// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { storePosition } from '#web/platform/geolocation.ts'
import { clearStorage, writeStorage } from '#web/platform/storage.ts'
import { feedInput, nearKmOf, storedFeedArea, storeFeedPlace, storeFeedRadius } from './feed-area.ts'

const palermo = { name: 'Palermo', latitude: 38.1157, longitude: 13.3615 }

beforeEach(clearStorage)

const locate = (latitude: string, longitude: string) => {
  writeStorage('latitude', latitude)
  writeStorage('longitude', longitude)
}

test('Without a position the feed begins everywhere, whatever radius was chosen', () => {
  storeFeedRadius('1')
  expect(storedFeedArea()).toEqual({ place: null, town: null, position: null, radius: '1' })
  expect(nearKmOf(storedFeedArea())).toBeNull()
  expect(feedInput(storedFeedArea())).toEqual({})
})

test('The feed is around the person, and the server gets a rounded position and no default radius', () => {
  locate('45.4655512', '9.1866634')
  expect(storedFeedArea().position).toEqual({ latitude: 45.465_551_2, longitude: 9.186_663_4 })
  expect(nearKmOf(storedFeedArea())).toBe(5)
  expect(feedInput(storedFeedArea())).toEqual({ lat: 45.47, lon: 9.19 })
  storeFeedRadius('1')
  expect(feedInput(storedFeedArea())).toEqual({ lat: 45.47, lon: 9.19, radius: '1' })
  expect(nearKmOf(storedFeedArea())).toBe(1)
  storeFeedRadius('auto')
  expect(feedInput(storedFeedArea())).toEqual({ lat: 45.47, lon: 9.19 })
})

test('A chosen place stands for the person’s own position until it is given up', () => {
  locate('45.4655512', '9.1866634')
  storeFeedPlace(palermo)
  expect(storedFeedArea().place).toEqual(palermo)
  expect(feedInput(storedFeedArea())).toEqual({ lat: 38.12, lon: 13.36 })
  storeFeedPlace(null)
  expect(storedFeedArea().place).toBeNull()
  expect(feedInput(storedFeedArea())).toEqual({ lat: 45.47, lon: 9.19 })
})

test('A town that stands for the position keeps its name, until the device is located', () => {
  storePosition(palermo, 'Palermo')
  expect(storedFeedArea()).toMatchObject({ place: null, town: 'Palermo', position: { latitude: 38.1157 } })
  storePosition({ latitude: 45.4655512, longitude: 9.1866634 })
  expect(storedFeedArea().town).toBeNull()
})

test('The area is the same object until one of its parts changes', () => {
  locate('45.4655512', '9.1866634')
  const before = storedFeedArea()
  expect(storedFeedArea()).toBe(before)
  for (const change of [() => storeFeedPlace(palermo), () => storeFeedRadius('1'), () => locate('40', '14')]) {
    const last = storedFeedArea()
    change()
    expect(storedFeedArea()).not.toBe(last)
  }
})

test.each(['{', 'null', '{"name":"Palermo","latitude":"x","longitude":1}', '{"latitude":38,"longitude":13}'])(
  'A stored place that is none is left out: %s',
  (stored) => {
    writeStorage('feed-place', stored)
    expect(storedFeedArea().place).toBeNull()
  },
)

test('A stored radius that does not exist counts as the default', () => {
  writeStorage('feed-radius', '7')
  expect(storedFeedArea().radius).toBe('auto')
})
