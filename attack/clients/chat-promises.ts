import { expect } from 'vitest'
import type { Database } from '#server/database/connect.ts'
import { sql } from '#server/testing/sql.ts'
import type { ChatClient, ChatClients } from './chat-clients.ts'

/** 502 to 504 are a proxy's: a server has ended, or none is there. */
const expectedStatuses = [200, 502, 503, 504]

type StoredMessage = { number: number; sender_id: number; client_id: string; text: string }

async function findStoredMessages(db: Database, one: number, other: number): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    SELECT message.number, message.sender_id, message.client_id, message.text
    FROM messages message JOIN conversations conversation ON conversation.id = message.conversation_id
    WHERE (conversation.low_id, conversation.high_id) =
      (LEAST(${one}::bigint, ${other}), GREATEST(${one}::bigint, ${other}))
    ORDER BY message.number`.execute(db)
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

async function countPendingJobs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'message'`.execute(db)
  return rows[0]?.count
}

/** Every sent message is stored once, in order, under the acknowledged number, and nothing else is. */
async function expectStoredAsSent(db: Database, client: ChatClient): Promise<number> {
  const rows = await findStoredMessages(db, client.api.id, client.otherId)
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

/**
 * Lets everybody stop writing, waits until everybody has received everything, and expects that every message exists
 * once, in order, for both members, and that no reply or event contradicted another.
 * @returns how many messages were acknowledged.
 */
export async function expectEachMessageOnce(
  { clients, observations, stopWriting, stopListening }: ChatClients,
  db: Database,
): Promise<number> {
  await stopWriting()
  const sentByPair = ({ api, otherId }: ChatClient) =>
    clients.filter((client) => [api.id, otherId].includes(client.api.id)).flatMap(({ sent }) => sent).length
  const countIncomplete = () => clients.filter((client) => client.received.size < sentByPair(client)).length
  await expect.poll(countIncomplete, { timeout: 60_000, interval: 200 }).toBe(0)
  await expect.poll(() => countPendingJobs(db), { timeout: 60_000, interval: 200 }).toBe(0)
  await stopListening()

  const sentCount = clients.flatMap(({ sent }) => sent).length
  let storedCount = 0
  for (const client of clients) storedCount += await expectStoredAsSent(db, client)
  expect(storedCount).toBe(sentCount * 2)
  expect(observations.contradictions).toEqual([])
  const surprises = [...observations.statuses.keys()].filter((status) => !expectedStatuses.includes(status))
  expect(surprises).toEqual([])
  return sentCount
}
