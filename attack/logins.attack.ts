import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RegisteredClient, password, registerClient } from '#server/testing/fixtures/api-client.ts'
import { type IsolatedServer, observeDuring, startIsolatedServer } from './isolated-server.ts'
import { byRunLength } from './run-length.ts'

const loginCount = byRunLength({ full: 200, brief: 40 })
const samples = byRunLength({ full: 200, brief: 10 })

let server: IsolatedServer
let alice: RegisteredClient
beforeAll(async () => {
  server = await startIsolatedServer()
  alice = await registerClient(server.url, 'alice')
})
afterAll(() => server.close())

async function login(email: string, secret: string): Promise<number> {
  const response = await fetch(`${server.url}/api/auth/login.php`, {
    method: 'POST',
    body: new URLSearchParams({ email, password: secret }),
    signal: AbortSignal.timeout(60_000),
  })
  await response.text()
  return response.status
}

test(`${loginCount} concurrent sign-ins do not keep others from the feed and use little memory`, async () => {
  for (let round = 0; round < 20; round++) await server.measureFeedMs(alice)
  const memoryBeforeMb = await server.memoryMb()
  const startMs = performance.now()
  const logins = Array.from({ length: loginCount }, (_, index) =>
    login('alice@example.it', index % 2 ? password : 'sbagliata davvero'),
  )
  const { result, slowestFeedMs, peakMemoryMb } = await observeDuring(server, alice, Promise.all(logins))
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  const byStatus = [...Map.groupBy(result, (status) => status)].map(([status, some]) => [status, some.length])
  console.log(
    `${loginCount} concurrent sign-ins: ${JSON.stringify(Object.fromEntries(byStatus))} in ${seconds} s; ` +
      `memory ${memoryBeforeMb} MB, peak ${peakMemoryMb} MB; slowest feed meanwhile ${slowestFeedMs} ms`,
  )
  expect(result.filter((status) => ![200, 401, 503].includes(status))).toEqual([])
  expect(peakMemoryMb - memoryBeforeMb).toBeLessThan(300)
})

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

test('An unknown address and a wrong password take equally long (printed, for a person to judge)', async () => {
  const times: Record<'unknown' | 'wrong', number[]> = { unknown: [], wrong: [] }
  for (let sample = 0; sample < samples; sample++) {
    for (const kind of ['unknown', 'wrong'] as const) {
      const startMs = performance.now()
      expect(await login(kind === 'wrong' ? 'alice@example.it' : 'nessuno@example.it', 'sbagliata davvero')).toBe(401)
      times[kind].push(performance.now() - startMs)
    }
  }
  const unknownMs = median(times.unknown).toFixed(2)
  const wrongMs = median(times.wrong).toFixed(2)
  console.log(`Refused sign-in, median of ${samples}: unknown address ${unknownMs} ms, wrong password ${wrongMs} ms`)
})
