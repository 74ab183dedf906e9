import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChatClients } from './clients/chat-clients.ts'
import { expectEachMessageOnce } from './clients/chat-promises.ts'
import { formatDurations } from './durations.ts'
import { byRunLength } from './run-length.ts'
import { createSeededRandom } from './seed.ts'
import { startSupervisedServer, type SupervisedServer } from './supervised-server.ts'

// Pairs of users write to each other and listen while the server of `npm start` is killed again and again.

const rounds = Number(process.env.ROUNDS ?? byRunLength({ full: 20, brief: 1 }))
const pairCount = byRunLength({ full: 12, brief: 3 })
/** Time between kills. A server that lived for less than five seconds is restarted after a pause. */
const killIntervalMs = { min: 5000, max: 7000 }

let server: SupervisedServer

beforeAll(async () => {
  server = await startSupervisedServer()
}, 120_000)
afterAll(() => server.close())

test(
  `After ${rounds} kills while ${pairCount * 2} users write, every message exists once, for both members`,
  async () => {
    const random = createSeededRandom()
    const chats = await startChatClients(server.url, pairCount, random)
    const { clients, observations } = chats
    const recoveryTimesMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      await wait(killIntervalMs.min + random() * (killIntervalMs.max - killIntervalMs.min))
      process.kill(await server.serverPid(), 'SIGKILL')
      recoveryTimesMs.push(await server.waitUntilReady())
    }
    const sentCount = await expectEachMessageOnce(chats, server.db)
    expect(observations.receivedByStream).toBeGreaterThan(0)
    expect(sentCount).toBeGreaterThan(rounds * clients.length)
    console.log(
      `${sentCount} messages acknowledged in ${pairCount} conversations, each stored once; ` +
        `${observations.resent} resent, ${observations.storedBeforeResend} of them already stored; ` +
        `statuses ${JSON.stringify(Object.fromEntries(observations.statuses))}`,
    )
    console.log(
      `${observations.receivedByStream} received on ${observations.streams} streams, ` +
        `${observations.receivedByFetch} fetched`,
    )
    console.log(`Server killed ${rounds} times: ready again after ${formatDurations(recoveryTimesMs)}`)
  },
  30 * 60_000,
)
