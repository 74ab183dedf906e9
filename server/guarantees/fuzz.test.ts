import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import { type Fuzzer, fuzzRoles, createFuzzer } from '#server/testing/fuzz/fuzz-harness.ts'
import { validInput } from '#server/testing/fuzz/arbitrary-inputs.ts'

// Whatever arrives, no call answers 5xx, hangs, or shows what its sender may not see, and every refusal is one
// Italian sentence. A failure prints its seed; `npm run attack` sends many more.

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const names = Object.keys(calls) as CallName[]

let hunt: Fuzzer
beforeAll(async () => {
  hunt = await createFuzzer()
})
afterAll(() => hunt.world.close())

test.each(names)(
  '%s',
  async (name) => {
    for (const hunter of fuzzRoles)
      await hunt.sendMessages(name, hunter, {
        numRuns: calls[name].access === 'viewer' && hunter === 'visitor' ? 3 : 16,
        seed,
      })
  },
  60_000,
)

test.each(names)('What is taken for right is right to %s: its messages reach what lies behind the schema', (name) => {
  const samples = fc.sample(validInput(name, { viewer: 1, ids: [1, 2], picture: 'data:image/png;base64,AAAA' }), {
    numRuns: 40,
    seed,
  })
  expect(samples.some((sample) => calls[name].input.safeParse(sample).success)).toBe(true)
})

describe('To a moderator, who may end the sessions of the others', () => {
  let moderators: Fuzzer
  beforeAll(async () => {
    moderators = await createFuzzer()
  })
  afterAll(() => moderators.world.close())

  test.each(names.filter((name) => calls[name].access === 'moderator'))(
    '%s',
    (name) => moderators.sendMessages(name, 'moderator', { numRuns: 60, seed }),
    60_000,
  )
})
