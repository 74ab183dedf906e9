import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const [anna, bruno, carla] = [1, 2, 3]
const present = new AbortController().signal
const refusals = {
  refuseAll: () => {
    throw new Error('full')
  },
  refuseOwner: () => {
    throw new Error('too many')
  },
}

/** A queue whose work ends when `finish` is called with its name. */
function createTestQueue(limits: { workers: number; queue: number; queuePerOwner: number }) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = createFairQueue(limits, refusals)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    started,
    settle,
    start: (ownerId: number, name: string, signal = present) =>
      run(ownerId, signal, () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }),
    async finish(name: string) {
      ends.get(name)?.()
      await settle()
    },
  }
}

test('People take turns, however much one of them has waiting', async () => {
  const { start, finish, started } = createTestQueue({ workers: 1, queue: 9, queuePerOwner: 9 })
  for (const name of ['a1', 'a2', 'a3']) void start(anna, name)
  for (const name of ['b1', 'b2']) void start(bruno, name)
  void start(carla, 'c1')
  for (let index = 0; index < 6; index++) await finish(started.at(-1) ?? '')
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('One person never has two pieces of work running', async () => {
  const { start, finish, settle, started } = createTestQueue({ workers: 3, queue: 9, queuePerOwner: 9 })
  for (const name of ['a1', 'a2', 'a3']) void start(anna, name)
  void start(bruno, 'b1')
  await settle()
  expect(started).toEqual(['a1', 'b1'])
  await finish('a1')
  expect(started).toEqual(['a1', 'b1', 'a2'])
})

test('Work for a client that has left is never started, and frees its place', async () => {
  const { start, finish, started } = createTestQueue({ workers: 1, queue: 9, queuePerOwner: 1 })
  const leaving = new AbortController()
  void start(anna, 'a1')
  const left = expect(start(anna, 'a2', leaving.signal)).rejects.toThrow('left')
  await expect(start(anna, 'a3')).rejects.toThrow('too many')
  leaving.abort(new Error('left'))
  await left
  void start(anna, 'a4')
  await finish('a1')
  expect(started).toEqual(['a1', 'a4'])
  await expect(start(bruno, 'b1', leaving.signal)).rejects.toThrow('left')
})

test('An owner with too much waiting work is refused before others are', async () => {
  const { start } = createTestQueue({ workers: 1, queue: 3, queuePerOwner: 2 })
  for (const name of ['a1', 'a2', 'a3']) void start(anna, name)
  await expect(start(anna, 'a4')).rejects.toThrow('too many')
  void start(bruno, 'b1')
  await expect(start(carla, 'c1')).rejects.toThrow('full')
})

test('Work that fails lets the next begin', async () => {
  const run = createFairQueue({ workers: 1, queue: 9, queuePerOwner: 9 }, refusals)
  const failed = run(anna, present, () => Promise.reject(new Error('damaged')))
  const next = run(anna, present, async () => 'rendered')
  await expect(failed).rejects.toThrow('damaged')
  expect(await next).toBe('rendered')
})
