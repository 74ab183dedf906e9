import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/paths.ts'
import { changeModerator } from '#server/moderation/moderation.actions.ts'
import { openWorld, type Person, type World } from '#server/testing/world.ts'

// Whatever arrives, no call answers 5xx, and every refusal is one Italian sentence. A failure prints its seed.

let world: World
let alice: Person
/** For her there are more calls. */
let moderator: Person
let known: number[]
beforeAll(async () => {
  world = await openWorld()
  alice = await world.person('alice')
  const { id } = await alice.publishes('Ciao')
  moderator = await world.person('marta')
  await changeModerator(world.db, moderator.id, true)
  await alice.gets('report', { target_type: 'user', target_id: moderator.id, reason: 'spam' })
  await moderator.gets('report', { target_type: 'post', target_id: id, reason: 'spam' })
  known = [id, alice.id, await world.place('Milano')]
})
afterAll(() => world.close())

const value = () => fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(...known),
  fc.constantFrom('', ' ', 'null', 'NaN', '1e999', '-0', '9007199254740993', '\0', 'a\0b', '\u202eciao', '\u200b', '\ud800', "'; --", '%', 'data:image/png;base64,AAAA', 'alice'),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.constant({ a: 1 }),
)

test.each((Object.keys(calls) as CallName[]).filter((name) => name !== 'logout'))('%s', async (name) => {
  const person = calls[name].access === 'moderator' ? moderator : alice
  const { method, url } = addressOf(name)
  const fields = Object.keys(calls[name].input.shape)
  const input = fc.record(Object.fromEntries(fields.map((field) => [field, value()])), { requiredKeys: [] })
  await fc.assert(fc.asyncProperty(input, fc.boolean(), async (sample, asForm) => {
    const form = new URLSearchParams(Object.entries(sample).map(([field, content]) => [field, String(content)]))
    const response = method === 'GET'
      ? await person.request(`${url}?${form}`)
      : await person.request(url, asForm ? { method, body: form } : { method, body: JSON.stringify(sample), headers: { 'content-type': 'application/json' } })
    expect(response.status).toBeLessThan(500)
    if (response.status !== 200) expect(await response.json()).toEqual({ success: false, error: expect.stringMatching(/^\p{Lu}.*[.\w]$/u) })
  }), { numRuns: 150 })
}, 60_000)
