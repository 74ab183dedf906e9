import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import {
  countMissingNotifications,
  createWriteWorkload,
  findUnpairedPictures,
  type WriteWorkload,
} from './clients/write-workload.ts'
import { startChatClients } from './clients/chat-clients.ts'
import { expectEachMessageOnce } from './clients/chat-promises.ts'
import { formatDurations } from './durations.ts'
import { byRunLength, createSeededRandom } from './run-length.ts'
import { startSupervisedServer, type SupervisedServer } from './supervised-server.ts'

// Many users write, and pairs write to each other, while server and database of `npm start` are killed in turn; nobody
// repairs anything.

const rounds = Number(process.env.ROUNDS ?? byRunLength({ full: 20, brief: 1 }))
const userCount = byRunLength({ full: 50, brief: 10 })
const pairCount = byRunLength({ full: 12, brief: 3 })
const meanChatPauseMs = 100
/** Time between kills. */
const killIntervalMs = { min: 1000, max: 3000 }

let server: SupervisedServer
beforeAll(async () => {
  server = await startSupervisedServer()
})
afterAll(() => server.close())

async function findPostmasterPid(): Promise<number> {
  const pidFile = await readFile(path.join(server.dataDir, 'postgres/postmaster.pid'), 'utf8')
  return Number(pidFile.split('\n')[0])
}

const backendCommand = /dintorni .*(idle|SELECT|INSERT|UPDATE|COMMIT|BIND|PARSE)/

/** A process that executes statements; the postmaster when there is none. */
async function findBackendPid(): Promise<number> {
  const postmaster = await findPostmasterPid()
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of children.trim().split(' ').map(Number).toReversed()) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (backendCommand.test(command)) return pid
  }
  return postmaster
}

const victims = {
  database: findPostmasterPid,
  'one database process': findBackendPid,
  server: () => server.serverPid(),
}

const findPictureMismatches = async () =>
  findUnpairedPictures(server.db, await readdir(path.join(server.dataDir, 'media')))

async function expectNothingLost(workload: WriteWorkload): Promise<void> {
  // A killed process makes PostgreSQL refuse connections until its crash recovery is over.
  const findLosses = () => workload.findLosses(server.db).catch((error: Error) => [error.message])
  await expect.poll(findLosses).toEqual([])
  await expectCountersToMatchRows(server.db)
  expect((await findPictureMismatches()).rowsWithoutFile).toEqual([])
}

test(
  `After ${rounds} kills of each process, nothing acknowledged is lost`,
  async () => {
    const random = createSeededRandom()
    const workload = await createWriteWorkload([server.url], userCount, random)
    const chats = await startChatClients(server.url, pairCount, random, meanChatPauseMs)
    const recoveryTimesMs: Record<string, number[]> = {}
    for (let round = 0; round < rounds; round++) {
      for (const [name, findPid] of Object.entries(victims)) {
        const writing = workload.start()
        await wait(killIntervalMs.min + random() * (killIntervalMs.max - killIntervalMs.min))
        process.kill(await findPid(), 'SIGKILL')
        ;(recoveryTimesMs[name] ??= []).push(await server.waitUntilReady())
        await writing.stop()
        await expectNothingLost(workload)
      }
      // Interrupted uploads leave files without a row; the restarted server sweeps them.
      await expect.poll(async () => (await findPictureMismatches()).filesWithoutRow).toEqual([])
    }
    const { succeeded, refused, failed, statuses } = workload.outcome
    expect(succeeded).toBeGreaterThan(rounds * userCount)
    expect([...statuses.keys()].filter((status) => ![200, 404, 503].includes(status))).toEqual([])
    await expect.poll(() => countMissingNotifications(server.db), { timeout: 60_000 }).toBe(0)
    const messageCount = await expectEachMessageOnce(chats, server.db)
    const { resent, storedBeforeResend } = chats.observations
    console.log(
      `${messageCount} messages acknowledged, each stored once; ${resent} resent, ${storedBeforeResend} of them already ` +
        'stored',
    )
    console.log(
      `${succeeded} calls acknowledged, ${refused} refused, ${failed} without a reply; ` +
        `statuses ${JSON.stringify(Object.fromEntries(statuses))}`,
    )
    for (const [name, times] of Object.entries(recoveryTimesMs))
      console.log(`Killed the ${name} ${times.length} times: ready again after ${formatDurations(times)}`)
  },
  30 * 60_000,
)
