import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { keepFilesInMemory } from '#server/testing/harness/files-in-memory.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { createCleanups } from './cleanups.ts'
import { type BlockWatchers, createBlockWatchers } from './clients/block-watchers.ts'
import {
  countMissingNotifications,
  createWriteWorkload,
  findUnpairedPictures,
  type WriteWorkload,
} from './clients/write-workload.ts'
import {
  createAppDatabase,
  type DatabaseCluster,
  isComplete,
  primaryOf,
  startDatabaseCluster,
} from './database-cluster.ts'
import { byRunLength } from './run-length.ts'
import { createSeededRandom } from './seed.ts'
import { findUnexpectedErrors } from './unexpected-errors.ts'

// The machine of the primary dies, or hangs and wakes up, while people write and read on two servers, which nobody
// restarts. The cluster is made of the files that an operator copies (`operations/`).

const databaseCount = byRunLength<2 | 3>({ full: 3, brief: 2 })
const writerCount = byRunLength({ full: 30, brief: 8 })
const watcherCount = byRunLength({ full: 6, brief: 3 })
const writingMs = byRunLength({ full: 10_000, brief: 2000 })
/** Longer than the lease of the primary (`ttl`), so that another one has taken over when it wakes up. */
const frozenMs = 45_000
const noticeTimeoutMs = 60_000
const recoveryTimeoutMs = 150_000
const pollMs = 50

const cleanups = createCleanups()

type Installation = {
  cluster: DatabaseCluster
  servers: ServerProcess[]
  db: Database
  dataDir: string
  workload: WriteWorkload
  watchers: BlockWatchers
}

async function install(): Promise<Installation> {
  await keepFilesInMemory()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-failover-'))
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = await startDatabaseCluster(databaseCount)
  cleanups.push(() => cluster.stop())
  const databaseUrl = await createAppDatabase(cluster)
  const servers: ServerProcess[] = []
  for (let index = 0; index < 2; index++) {
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, CHECK_REPLIES: 'off' }
    // Should this process die, its servers do too.
    const server = await startServer(environment, ['setpriv', '--pdeathsig', 'KILL'])
    cleanups.push(() => server.stop())
    servers.push(server)
  }
  const db = connect(databaseUrl, 2)
  cleanups.push(() => db.destroy())
  const urls = servers.map(({ url }) => url)
  const workload = await createWriteWorkload(urls, writerCount, createSeededRandom())
  const watchers = await createBlockWatchers(urls, watcherCount)
  return { cluster, servers, db, dataDir, workload, watchers }
}

const isReady = (server: ServerProcess): Promise<boolean> =>
  fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Waits until a server is ready, or is not. @returns milliseconds. Throws when it takes too long. */
async function measureUntil(server: ServerProcess, state: 'ready' | 'unavailable', timeoutMs: number) {
  const startMs = performance.now()
  while ((await isReady(server)) !== (state === 'ready')) {
    if (performance.now() - startMs > timeoutMs) throw new Error(`${server.url} is not ${state}:\n${server.output()}`)
    await wait(pollMs)
  }
  return performance.now() - startMs
}

async function waitForCalls({ outcome }: WriteWorkload, count: number): Promise<void> {
  const before = outcome.succeeded
  const deadlineMs = Date.now() + noticeTimeoutMs
  while (outcome.succeeded < before + count) {
    if (Date.now() > deadlineMs) throw new Error(`only ${outcome.succeeded - before} calls were acknowledged`)
    await wait(pollMs)
  }
}

/** Expects that nothing acknowledged is lost, and that nothing hidden is shown. */
async function expectPromisesKept({ servers, db, dataDir, workload, watchers }: Installation): Promise<void> {
  expect([...(await workload.findLosses(db)), ...(await watchers.findLosses(db))]).toEqual([])
  await expectCountersToMatchRows(db)
  const files = await readdir(path.join(dataDir, 'media'))
  expect((await findUnpairedPictures(db, files)).rowsWithoutFile).toEqual([])
  await expect.poll(() => countMissingNotifications(db), { timeout: 60_000 }).toBe(0)
  expect(watchers.count().leaks).toBe(0)
  const surprises = [...workload.outcome.statuses.keys()].filter((status) => ![200, 404, 503].includes(status))
  expect([surprises, servers.flatMap(findUnexpectedErrors)]).toEqual([[], []])
}

/**
 * Lets people act, makes the machine of the primary fail, and waits until all servers are well, the machine has
 * rejoined, and everything is as promised.
 */
async function surviveFailure(installation: Installation, failure: 'dies' | 'hangs'): Promise<void> {
  const { cluster, servers, workload, watchers } = installation
  const members = await cluster.waitForMembers('the cluster is complete', isComplete(databaseCount))
  const lost = primaryOf(members)!
  const before = { ...workload.outcome }
  const writing = workload.start()
  const watching = watchers.start()
  await wait(writingMs)

  await (failure === 'dies' ? cluster.kill(lost) : cluster.freeze(lost))
  const failedMs = performance.now()
  void writing.stopHalf()
  const thawing = failure === 'hangs' ? wait(frozenMs).then(() => cluster.thaw(lost)) : undefined
  const noticedMs = await Promise.all(servers.map((server) => measureUntil(server, 'unavailable', noticeTimeoutMs)))
  await Promise.all(servers.map((server) => measureUntil(server, 'ready', recoveryTimeoutMs)))
  const readyMs = performance.now() - failedMs
  const feedsBefore = watchers.count().feedsWhileBlocked
  await waitForCalls(workload, writerCount * 10)
  const recoveredMs = performance.now() - failedMs
  const successor = primaryOf(await cluster.findMembers())
  expect(successor).not.toBe(lost)

  await (thawing ?? cluster.start(lost))
  await cluster.waitForMembers(`${lost} has rejoined`, isComplete(databaseCount))
  const rejoinedMs = performance.now() - failedMs
  await wait(writingMs)
  await Promise.all([writing.stop(), watching.stop()])
  await expectPromisesKept(installation)
  const feeds = watchers.count()
  expect(feeds.feedsWhileBlocked).toBeGreaterThan(feedsBefore)
  expect(feeds.feedsWithPosts).toBeGreaterThan(0)

  const { succeeded, refused, failed } = workload.outcome
  const seconds = (durationMs: number) => (durationMs / 1000).toFixed(1)
  console.log(
    `The machine of the primary ${failure}: unavailable after ${seconds(Math.max(...noticedMs))} s, ready again after ` +
      `${seconds(readyMs)} s, ${writerCount * 10} calls later after ${seconds(recoveredMs)} s, the machine has rejoined ` +
      `after ${seconds(rejoinedMs)} s; ${succeeded - before.succeeded} calls acknowledged, ` +
      `${refused - before.refused} refused, ${failed - before.failed} without a reply; so far ` +
      `${feeds.feedsWhileBlocked} feeds behind a block, ${feeds.feedsWithPosts} without`,
  )
}

test('When the machine of the primary dies, a standby takes over and nothing is lost', async () => {
  const installation = await install()
  for (let round = 0; round < byRunLength({ full: 3, brief: 1 }); round++) await surviveFailure(installation, 'dies')
  if (byRunLength({ full: true, brief: false })) await surviveFailure(installation, 'hangs')
})
