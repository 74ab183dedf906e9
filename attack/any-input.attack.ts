import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import { type Fuzzer, fuzzRoles, createFuzzer } from '#server/testing/fuzz/fuzz-harness.ts'
import { seed } from './seed.ts'

// 10,000 messages and more, over all calls, from a visitor, from somebody, and from somebody who is blocked.

const names = Object.keys(calls) as CallName[]
const messagesOfEach = Math.ceil(10_000 / (names.length * fuzzRoles.length))

let hunt: Fuzzer
beforeAll(async () => {
  hunt = await createFuzzer()
})
afterAll(() => hunt.world.close())

test.each(names)('%s', async (name) => {
  for (const hunter of fuzzRoles) await hunt.sendMessages(name, hunter, { numRuns: messagesOfEach, seed })
})

test('The server is as it was', async () => {
  expect((await hunt.world.createVisitor().request('/readyz')).status).toBe(200)
})
