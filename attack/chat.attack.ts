import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatClient, startChatClients } from './clients/chat-clients.ts'
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

type StoredMessage = { number: number; sender_id: number; client_id: string; text: string }

async function findStoredMessages(one: number, other: number): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    SELECT message.number, message.sender_id, message.client_id, message.text
    FROM messages message JOIN conversations conversation ON conversation.id = message.conversation_id
    WHERE (conversation.low_id, conversation.high_id) =
      (LEAST(${one}::bigint, ${other}), GREATEST(${one}::bigint, ${other}))
    ORDER BY message.number`.execute(server.db)
  return rows
}

/** Reads the whole conversation through the API, oldest message first. */
async function readConversation({ api, otherId }: ChatClient) {
  const read: { number: number; text: string }[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { messages, next_cursor } = await api.callOk('getMessages', {
      other_id: otherId,
      limit: 50,
      ...(cursor !== undefined && { cursor }),
    })
    read.push(...messages.map(({ number, text }) => ({ number, text })))
    cursor = next_cursor
  }
  return read.toReversed()
}

async function countPendingJobs(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'message'`.execute(server.db)
  return rows[0]?.count
}

/** Every sent message is stored once, in order, under the acknowledged number, and nothing else is. */
async function expectStoredAsSent(client: ChatClient): Promise<number> {
  const rows = await findStoredMessages(client.api.id, client.otherId)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  const own = rows.filter(({ sender_id }) => sender_id === client.api.id)
  expect(own.map(({ number, client_id, text }) => ({ number, clientId: client_id, text }))).toEqual(client.sent)
  expect(await readConversation(client)).toEqual(rows.map(({ number, text }) => ({ number, text })))
  const received = [...client.received].toSorted(([one], [other]) => one - other)
  expect(received).toEqual(rows.map(({ number, text }) => [number, text]))
  const { conversation } = await client.api.callOk('getMessages', { other_id: client.otherId, limit: 1 })
  expect(conversation.read_up_to).toBeGreaterThanOrEqual(client.readUpTo)
  return rows.length
}

test(
  `After ${rounds} kills while ${pairCount * 2} users write, every message exists once, for both members`,
  async () => {
    const random = createSeededRandom()
    const { clients, observations, stopWriting, stopListening } = await startChatClients(server.url, pairCount, random)
    const recoveryTimesMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      await wait(killIntervalMs.min + random() * (killIntervalMs.max - killIntervalMs.min))
      process.kill(await server.serverPid(), 'SIGKILL')
      recoveryTimesMs.push(await server.waitUntilReady())
    }
    await stopWriting()
    const sentByPair = ({ api, otherId }: ChatClient) =>
      clients.filter((client) => [api.id, otherId].includes(client.api.id)).flatMap(({ sent }) => sent).length
    const countIncomplete = () => clients.filter((client) => client.received.size < sentByPair(client)).length
    await expect.poll(countIncomplete, { timeout: 60_000, interval: 200 }).toBe(0)
    await expect.poll(countPendingJobs, { timeout: 60_000, interval: 200 }).toBe(0)
    await stopListening()

    const sentCount = clients.flatMap(({ sent }) => sent).length
    let storedCount = 0
    for (const client of clients) storedCount += await expectStoredAsSent(client)
    expect(storedCount).toBe(sentCount * 2)
    expect(observations.contradictions).toEqual([])
    expect([...observations.statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
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
