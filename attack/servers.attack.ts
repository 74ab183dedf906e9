import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { toRefusal } from '#server/platform/refusal.ts'
import { createClient, registerClient } from '#server/testing/fixtures/api-client.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { openEventStream } from '#server/testing/harness/event-stream.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'
import { startBalancer } from './balancer.ts'
import { createCleanups } from './cleanups.ts'
import { startChatClients } from './clients/chat-clients.ts'
import { expectEachMessageOnce } from './clients/chat-promises.ts'
import { countMissingNotifications, createWriteWorkload, findUnpairedPictures } from './clients/write-workload.ts'
import { byRunLength, createSeededRandom } from './run-length.ts'

// People write through a proxy that gives each request to another of two servers on one database, while these are killed
// and restarted in turn.

const rounds = Number(process.env.ROUNDS ?? byRunLength({ full: 6, brief: 1 }))
const writerCount = byRunLength({ full: 40, brief: 8 })
const pairCount = byRunLength({ full: 10, brief: 2 })
const meanChatPauseMs = 300
const writingMs = byRunLength({ full: 5000, brief: 1500 })
/** A supervisor starts a server again after it. */
const restartMs = 500

const cleanups = createCleanups()

/** Errors in the log of a server that people saw as 500. */
const findUnexpectedErrors = (server: ServerProcess): object[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request failed"'))
    .map((line) => (JSON.parse(line) as { err: object }).err)
    .filter((error) => toRefusal(error).status === 500)

/** A page that is connected to the one server receives what somebody does on the other. */
async function expectEventsAcross([one, other]: ServerProcess[]): Promise<void> {
  const anna = await registerClient(one!.url, `anna${Math.round(performance.now())}`)
  const [place] = await anna.callOk('getNearbyLocations', { lat: 45.464, lon: 9.19 })
  for (const [listening, acting] of [[one!, other!] as const, [other!, one!] as const]) {
    const { post } = await anna.callOk('createSpot', { text: 'Ci siete?', location_id: place!.id })
    const page = await openEventStream(anna, `?posts=${post.id}`, {}, listening.url)
    await createClient(acting.url, anna.cookie()).callOk('likePost', { post_id: post.id })
    await expect.poll(() => page.dataOf('post').at(-1), { timeout: 60_000 }).toMatchObject({ likes_count: 1 })
  }
}

test(
  'Two servers behind a proxy lose nothing when one of them dies or is restarted, and send each other’s events',
  async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-servers-'))
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
    const postgres = await startEmbeddedPostgres(path.join(dataDir, 'database'))
    cleanups.push(postgres.stop)
    const ports = [await findFreePort(), await findFreePort()]
    const environment = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, TRUST_PROXY: 'on', CHECK_REPLIES: 'off' }
    const processes: ServerProcess[] = []
    const start = async (index: number) => {
      const server = await startServer({ ...environment, PORT: `${ports[index]}` }, ['setpriv', '--pdeathsig', 'KILL'])
      processes.push(server)
      cleanups.push(() => server.stop())
      return server
    }
    const servers = [await start(0), await start(1)]
    const proxy = await startBalancer(servers.map(({ url }) => url))
    cleanups.push(proxy.close)
    const db = connect(postgres.url, 2)
    cleanups.push(() => db.destroy())
    const random = createSeededRandom()
    const workload = await createWriteWorkload([proxy.url], writerCount, random)
    const chats = await startChatClients(proxy.url, pairCount, random, meanChatPauseMs)

    /** Lets something die while people write, and expects that everything acknowledged is kept. */
    const survive = async (what: string, strike: () => Promise<unknown>) => {
      const { outcome } = workload
      const writing = workload.start()
      await wait(writingMs)
      const startMs = performance.now()
      await strike()
      const before = outcome.succeeded
      const recovered = () => outcome.succeeded - before
      await expect.poll(recovered, { timeout: 120_000, interval: 20 }).toBeGreaterThan(writerCount)
      const recoveryMs = Math.round(performance.now() - startMs)
      await writing.stop()
      expect(await workload.findLosses(db)).toEqual([])
      await expectCountersToMatchRows(db)
      const files = await readdir(path.join(dataDir, 'media'))
      expect((await findUnpairedPictures(db, files)).rowsWithoutFile).toEqual([])
      console.log(`${what}: repaired, and ${writerCount} calls acknowledged, within ${recoveryMs} ms`)
    }
    for (let round = 0; round < rounds; round++) {
      const index = round % 2
      await survive('A server dies', async () => {
        await servers[index]!.kill()
        await wait(restartMs)
        servers[index] = await start(index)
      })
    }
    await expectEventsAcross(servers)
    const answersBefore = new Map(workload.outcome.statuses)
    await survive('Both are restarted in turn', async () => {
      for (const index of [0, 1]) {
        await servers[index]!.stop()
        servers[index] = await start(index)
      }
    })
    // Nobody is refused.
    const { statuses: answers } = workload.outcome
    const answered = [...answers].filter(([status, count]) => count > (answersBefore.get(status) ?? 0))
    expect(answered.filter(([status]) => ![200, 404].includes(status))).toEqual([])
    await expectEventsAcross(servers)

    const messageCount = await expectEachMessageOnce(chats, db)
    await expect.poll(() => countMissingNotifications(db), { timeout: 60_000 }).toBe(0)
    const { succeeded, refused, failed, statuses } = workload.outcome
    expect([...statuses.keys()].filter((status) => ![200, 404, 502, 503].includes(status))).toEqual([])
    expect(processes.flatMap(findUnexpectedErrors)).toEqual([])
    console.log(
      `In all: ${succeeded} calls acknowledged, ${refused} refused, ${failed} without an answer; ${messageCount} messages`,
    )
  },
  30 * 60_000,
)
