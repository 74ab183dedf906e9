import { expect, test } from 'vitest'
import { maxInFlight } from './load-shedder.ts'
import { SharedCapacity } from './shared-capacity.ts'

/** Starts as many requests of an address as there is room for. @returns how many. */
function fill(requests: SharedCapacity, address: string, wanted: number): number {
  for (let count = 0; count < wanted; count++) {
    if (!requests.hasRoomFor(address)) return count
    requests.add(address)
  }
  return wanted
}

test('One address gets half of the room, and the other half is left to others', () => {
  const requests = new SharedCapacity(maxInFlight)
  expect(fill(requests, 'greedy', 300)).toBe(128)
  for (let n = 0; n < 60; n++) expect(fill(requests, `other${n}`, 2)).toBe(2)
})

test('Several greedy addresses share the room with those who come later', () => {
  const requests = new SharedCapacity(maxInFlight)
  for (const greedy of ['a', 'b', 'c', 'd']) fill(requests, greedy, 300)
  expect(requests.total).toBeLessThanOrEqual(256)
  for (const greedy of ['a', 'b', 'c', 'd'])
    for (let n = 0; n < 40; n++) if (requests.total > 128) requests.remove(greedy)
  expect(fill(requests, 'modest', 2)).toBe(2)
})

test('An address whose requests have ended has room again', () => {
  const requests = new SharedCapacity(maxInFlight)
  fill(requests, 'greedy', 300)
  requests.remove('greedy')
  expect(requests.hasRoomFor('greedy')).toBe(true)
  expect(fill(requests, 'greedy', 5)).toBe(1)
})

test('Above 256 requests in flight further ones are rejected, wherever they come from', () => {
  const requests = new SharedCapacity(maxInFlight)
  for (let n = 0; n < 1000; n++) fill(requests, `address${n}`, 1)
  expect(requests.total).toBe(256)
})
