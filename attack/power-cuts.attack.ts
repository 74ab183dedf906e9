import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { findEmbeddedPostgres } from '#server/database/embedded.ts'
import { expectCountersToEqualRows } from '#server/testing/counters.ts'
import { type Operator, startAsOperator } from '#server/testing/operator.ts'
import { gatherCrowd, type Crowd, unpairedPictures, untold } from './crowd.ts'
import { seeded } from './seed.ts'

// `npm start` in the middle of a crowd that writes: its server and its database are killed by turns, and nobody comes to mend it.

const rounds = Number(process.env.ROUNDS ?? 20)
const people = 50
/** Milliseconds of writing before each kill, at least and at most. */
const calm = { least: 1000, most: 3000 }

let dataDir: string
let operator: Operator
let db: Database

const postmasterPid = async () => Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
/** One of the processes that answer statements. */
async function backendPid(): Promise<number> {
  const postmaster = await postmasterPid()
  const pids = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ').map(Number)
  for (const pid of pids.toReversed()) if (/dintorni .*(idle|SELECT|INSERT|UPDATE|COMMIT|BIND|PARSE)/.test(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))) return pid
  return postmaster
}
const victims = { database: postmasterPid, 'process of the database': backendPid, server: () => operator.serverPid() }

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-cuts-'))
  operator = await startAsOperator({ DATA_DIR: dataDir })
  await operator.untilReady()
  db = connect((await findEmbeddedPostgres(dataDir))!, 2)
}, 120_000)
afterAll(async () => {
  await operator.stops()
  await db.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

const pictures = async () => unpairedPictures(db, await readdir(path.join(dataDir, 'media')))

async function expectNothingLost(crowd: Crowd): Promise<void> {
  expect(await crowd.losses(db)).toEqual([])
  await expectCountersToEqualRows(db)
  expect((await pictures()).rowsWithoutFile).toEqual([])
}

test(`${rounds} times killed in the middle of it, nothing that was acknowledged is lost`, async () => {
  const random = seeded()
  const crowd = await gatherCrowd([operator.url], people, random)
  const times: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, pidOf] of Object.entries(victims)) {
      const writing = crowd.begin()
      await wait(calm.least + random() * (calm.most - calm.least))
      process.kill(await pidOf(), 'SIGKILL')
      ;(times[name] ??= []).push(await operator.untilReady())
      await writing.stop()
      await expectNothingLost(crowd)
    }
    // What was under way has left files that no row names: who is started next takes them away.
    await expect.poll(async () => (await pictures()).filesWithoutRow, { timeout: 20_000 }).toEqual([])
  }
  const { done, refused, broken, statuses } = crowd.outcome
  expect(done).toBeGreaterThan(rounds * people)
  expect([...statuses.keys()].filter((status) => ![200, 404, 503].includes(status))).toEqual([])
  await expect.poll(() => untold(db), { timeout: 60_000 }).toBe(0)
  process.stdout.write(`Acknowledged ${done}, refused ${refused}, without an answer ${broken}; by status ${JSON.stringify(Object.fromEntries(statuses))}\n`)
  for (const [name, all] of Object.entries(times)) {
    const sorted = all.toSorted((one, other) => one - other)
    process.stdout.write(`Killed the ${name} ${all.length} times: ready again after ${sorted[0]}–${sorted.at(-1)} ms, at the median ${sorted[Math.floor(all.length / 2)]} ms\n`)
  }
}, 30 * 60_000)
