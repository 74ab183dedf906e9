import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoneServer, meanwhile, openLoneServer } from './lone-server.ts'
import { enter, password, type Somebody } from './somebody.ts'

let server: LoneServer
let alice: Somebody
beforeAll(async () => {
  server = await openLoneServer()
  alice = await enter(server.url, 'alice')
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

test('200 people who sign in at once do not keep the others from the feed, and take little memory', async () => {
  for (let n = 0; n < 20; n++) await server.feedTime(alice)
  const before = await server.memory()
  const from = performance.now()
  const { result, slowest, most } = await meanwhile(
    server,
    alice,
    Promise.all(
      Array.from({ length: 200 }, (_, at) => login('alice@example.it', at % 2 ? password : 'sbagliata davvero')),
    ),
  )
  const answers = Object.fromEntries(
    [...Map.groupBy(result, (status) => status)].map(([status, some]) => [status, some.length]),
  )
  console.log(
    `200 logins at once: ${JSON.stringify(answers)} in ${((performance.now() - from) / 1000).toFixed(1)} s; memory ${before} MB, at most ${most} MB; slowest feed meanwhile ${slowest} ms`,
  )
  expect(result.filter((status) => ![200, 401, 503].includes(status))).toEqual([])
  expect(most - before).toBeLessThan(300)
})

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

test('An unknown address and a wrong password take as long as each other: printed, to be looked at', async () => {
  const times: Record<'unknown' | 'wrong', number[]> = { unknown: [], wrong: [] }
  for (let n = 0; n < 200; n++) {
    for (const kind of ['unknown', 'wrong'] as const) {
      const from = performance.now()
      expect(await login(kind === 'wrong' ? 'alice@example.it' : 'nessuno@example.it', 'sbagliata davvero')).toBe(401)
      times[kind].push(performance.now() - from)
    }
  }
  console.log(
    `a login refused, median of 200: unknown address ${median(times.unknown).toFixed(2)} ms, wrong password ${median(times.wrong).toFixed(2)} ms`,
  )
})
