import { expect, test } from 'vitest'
import { CallsInFlight } from './load-shedder.ts'

/** Starts as many calls of an address as there is room for. @returns how many. */
function fill(calls: CallsInFlight, address: string, wanted: number): number {
  for (let count = 0; count < wanted; count++) {
    if (!calls.hasRoomFor(address)) return count
    calls.add(address)
  }
  return wanted
}

test('One address gets half of the room, and the other half is left to others', () => {
  const calls = new CallsInFlight()
  expect(fill(calls, 'greedy', 300)).toBe(128)
  for (let n = 0; n < 60; n++) expect(fill(calls, `other${n}`, 2)).toBe(2)
})

test('Several greedy addresses share the room with those who come later', () => {
  const calls = new CallsInFlight()
  for (const greedy of ['a', 'b', 'c', 'd']) fill(calls, greedy, 300)
  expect(calls.total).toBeLessThanOrEqual(256)
  for (const greedy of ['a', 'b', 'c', 'd']) for (let n = 0; n < 40; n++) if (calls.total > 128) calls.remove(greedy)
  expect(fill(calls, 'modest', 2)).toBe(2)
})

test('An address whose calls have ended has room again', () => {
  const calls = new CallsInFlight()
  fill(calls, 'greedy', 300)
  calls.remove('greedy')
  expect(calls.hasRoomFor('greedy')).toBe(true)
  expect(fill(calls, 'greedy', 5)).toBe(1)
})

test.each([
  [1, 256],
  [2, 256],
  [4, 128],
  [8, 64],
  [64, 64],
])('Each of %i processes has room for %i calls', (processes, room) => {
  const calls = new CallsInFlight(processes)
  for (let n = 0; n < 1000; n++) fill(calls, `address${n}`, 1)
  expect(calls.total).toBe(room)
})
