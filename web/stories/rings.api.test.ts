// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ringsLimit } from '#contract/limits.ts'
import { closeBrowser, openBrowser, passMs, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { fetchRing } from './rings.api.ts'

let server: ReturnType<typeof startTestServer>

/** A server on which everybody with an even id has stories, and those of the 4th are seen. */
const startTestServer = () =>
  startFakeServer({
    getStoryRings: ({ user_ids }) => ({
      rings: String(user_ids)
        .split(',')
        .map(Number)
        .filter((id) => id % 2 === 0)
        .map((id) => ({ user_id: id, has_unread: id !== 4 })),
    }),
  })

beforeAll(() => {
  openBrowser()
  // jsdom paints nothing: what waits for the first paint stops waiting after some time.
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterAll(closeBrowser)
beforeEach(() => {
  signInAs(1)
  server = startTestServer()
})

async function fetchRings(ids: number[]) {
  const rings = Promise.all(ids.map(fetchRing))
  await passMs(8000)
  return rings
}
const askedIds = () => server.calls.map(({ input }) => String(input.user_ids))

test('The rings of a page are asked for together, each person once', async () => {
  expect(await fetchRings([2, 3, 4, 2])).toEqual([true, undefined, false, true])
  expect(askedIds()).toEqual(['2,3,4'])
})

test('What is asked for later is another call', async () => {
  await fetchRings([2])
  expect(await fetchRings([4])).toEqual([false])
  expect(askedIds()).toEqual(['2', '4'])
})

test('More people than a call may ask for make two', async () => {
  const ids = Array.from({ length: ringsLimit + 1 }, (_, index) => index + 1)
  await fetchRings(ids)
  expect(askedIds()).toEqual([ids.slice(0, -1).join(','), String(ringsLimit + 1)])
})
