import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { gatherCrowd, type Crowd, unpairedPictures, untold } from './crowd.ts'
import { type LoneOperator, openLoneOperator } from './lone-operator.ts'
import { seeded } from './seed.ts'

// `npm start` in the middle of a crowd that writes: its server and its database are killed by turns, and nobody comes to mend it.

const rounds = Number(process.env.ROUNDS ?? 20)
const people = 50
/** Milliseconds of writing before each kill, at least and at most. */
const calm = { least: 1000, most: 3000 }

let operator: LoneOperator

const postmasterPid = async () =>
  Number((await readFile(path.join(operator.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
/** One of the processes that answer statements. */
async function backendPid(): Promise<number> {
  const postmaster = await postmasterPid()
  const pids = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ').map(Number)
  for (const pid of pids.toReversed())
    if (
      /dintorni .*(idle|SELECT|INSERT|UPDATE|COMMIT|BIND|PARSE)/.test(
        await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      )
    )
      return pid
  return postmaster
}
const victims = { database: postmasterPid, 'process of the database': backendPid, server: () => operator.serverPid() }

beforeAll(async () => {
  operator = await openLoneOperator()
}, 120_000)
afterAll(() => operator.close())

const pictures = async () => unpairedPictures(operator.db, await readdir(path.join(operator.dataDir, 'media')))

async function expectNothingLost(crowd: Crowd): Promise<void> {
  expect(await crowd.losses(operator.db)).toEqual([])
  await expectCountersToMatchRows(operator.db)
  expect((await pictures()).rowsWithoutFile).toEqual([])
}

test(
  `${rounds} times killed in the middle of it, nothing that was acknowledged is lost`,
  async () => {
    const random = seeded()
    const crowd = await gatherCrowd([operator.url], people, random)
    const times: Record<string, number[]> = {}
    for (let round = 0; round < rounds; round++) {
      for (const [name, pidOf] of Object.entries(victims)) {
        const writing = crowd.begin()
        await wait(calm.least + random() * (calm.most - calm.least))
        process.kill(await pidOf(), 'SIGKILL')
        ;(times[name] ??= []).push(await operator.waitUntilReady())
        await writing.stop()
        await expectNothingLost(crowd)
      }
      // What was under way has left files that no row names: who is started next takes them away.
      await expect.poll(async () => (await pictures()).filesWithoutRow, { timeout: 20_000 }).toEqual([])
    }
    const { done, refused, broken, statuses } = crowd.outcome
    expect(done).toBeGreaterThan(rounds * people)
    expect([...statuses.keys()].filter((status) => ![200, 404, 503].includes(status))).toEqual([])
    await expect.poll(() => untold(operator.db), { timeout: 60_000 }).toBe(0)
    process.stdout.write(
      `Acknowledged ${done}, refused ${refused}, without an answer ${broken}; by status ${JSON.stringify(Object.fromEntries(statuses))}\n`,
    )
    for (const [name, all] of Object.entries(times)) {
      const sorted = all.toSorted((one, other) => one - other)
      process.stdout.write(
        `Killed the ${name} ${all.length} times: ready again after ${sorted[0]}–${sorted.at(-1)} ms, at the median ${sorted[Math.floor(all.length / 2)]} ms\n`,
      )
    }
  },
  30 * 60_000,
)
