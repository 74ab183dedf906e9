import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import { type Hunt, hunters, openHunt } from '#server/testing/fuzz/fuzz-harness.ts'
import { seed } from './seed.ts'

// 10,000 messages and more, over all calls, from a visitor, from somebody, and from somebody who is blocked.

const names = Object.keys(calls) as CallName[]
const messagesOfEach = Math.ceil(10_000 / (names.length * hunters.length))

let hunt: Hunt
beforeAll(async () => {
  hunt = await openHunt()
})
afterAll(() => hunt.world.close())

test.each(names)('%s', async (name) => {
  for (const hunter of hunters) await hunt.sends(name, hunter, { numRuns: messagesOfEach, seed })
})

test('The server is as it was', async () => {
  expect((await hunt.world.visitor().request('/readyz')).status).toBe(200)
})
