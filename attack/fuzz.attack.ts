import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import { createFuzzer, type Fuzzer, fuzzRoles } from '#server/testing/fuzz/fuzz-harness.ts'
import { byRunLength } from './run-length.ts'
import { seed } from './seed.ts'

// At least 10,000 messages over all calls, from every role.

const names = Object.keys(calls) as CallName[]
const messageCount = byRunLength({ full: 10_000, brief: 500 })
const messagesPerCallAndRole = Math.ceil(messageCount / (names.length * fuzzRoles.length))

let fuzzer: Fuzzer
beforeAll(async () => {
  fuzzer = await createFuzzer()
})
afterAll(() => fuzzer.app.close())

test.each(names)('%s answers arbitrary input without a 5xx or a leak', async (name) => {
  for (const role of fuzzRoles) await fuzzer.sendMessages(name, role, { numRuns: messagesPerCallAndRole, seed })
})

test('The server is still ready', async () => {
  expect((await fuzzer.app.createVisitor().request('/readyz')).status).toBe(200)
})
