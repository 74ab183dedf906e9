import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import { type Fuzzer, fuzzRoles, createFuzzer } from '#server/testing/fuzz/fuzz-harness.ts'
import { validInput } from '#server/testing/fuzz/arbitrary-inputs.ts'

// Whatever a client sends, no call answers 5xx, hangs, or returns content that the client may not see, and every
// refusal
// is one Italian sentence. The messages are the same in every run; `npm run attack` sends four times as many, at random.

const seed = Number(process.env.SEED ?? 1)
const runsFactor = process.env.ATTACK === 'full' ? 4 : 1
const names = Object.keys(calls) as CallName[]

let fuzzer: Fuzzer
beforeAll(async () => {
  fuzzer = await createFuzzer()
})
afterAll(() => fuzzer.app.close())

test.each(names)('%s answers arbitrary messages without a 5xx or a leak', async (name) => {
  for (const role of fuzzRoles)
    await fuzzer.sendMessages(name, role, {
      numRuns: calls[name].access === 'viewer' && role === 'visitor' ? 3 : 16 * runsFactor,
      seed,
    })
})

test.each(names)('Some generated inputs of %s are valid and reach the code behind the schema', (name) => {
  const samples = fc.sample(validInput(name, { viewer: 1, ids: [1, 2], picture: 'data:image/png;base64,AAAA' }), {
    numRuns: 40,
    seed,
  })
  expect(samples.some((sample) => calls[name].input.safeParse(sample).success)).toBe(true)
})

describe('Calls of moderators and administrators, who may end the sessions of other users', () => {
  let moderators: Fuzzer
  beforeAll(async () => {
    moderators = await createFuzzer()
  })
  afterAll(() => moderators.app.close())

  for (const role of ['moderator', 'administrator'] as const)
    test.each(names.filter((name) => calls[name].access === role))(
      `%s answers arbitrary messages of ${role === 'moderator' ? 'a moderator' : 'an administrator'} without a 5xx or a leak`,
      (name) => moderators.sendMessages(name, role, { numRuns: 60 * runsFactor, seed }),
    )
})
