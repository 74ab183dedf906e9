import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoneOperator, openLoneOperator } from './lone-operator.ts'
import { seeded } from './seed.ts'
import { gatherTalkers, type Talker } from './talkers.ts'

// `npm start` in the middle of people who write to each other and listen: its server is killed again and again.

const rounds = Number(process.env.ROUNDS ?? 20)
const pairs = 12
/** Milliseconds of talking before each kill: a server that lives for less than five seconds is started again after a pause. */
const calm = { least: 5000, most: 7000 }

let operator: LoneOperator

beforeAll(async () => {
  operator = await openLoneOperator()
}, 120_000)
afterAll(() => operator.close())

type Row = { number: number; sender_id: number; client_id: string; text: string }

/** What stands between two people. */
async function findRows(one: number, other: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT x.number, x.sender_id, x.client_id, x.text FROM messages x JOIN conversations c ON c.id = x.conversation_id
    WHERE c.low_id = LEAST(${one}::bigint, ${other}) AND c.high_id = GREATEST(${one}::bigint, ${other}) ORDER BY x.number`.execute(
    operator.db,
  )
  return rows
}

/** The whole conversation as somebody reads it, from the first word on. */
async function readAll({ somebody, otherId }: Talker) {
  const read: { number: number; text: string }[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { messages, next_cursor } = await somebody.asks('getMessages', {
      other_id: otherId,
      limit: 50,
      ...(cursor !== undefined && { cursor }),
    })
    read.push(...messages.map(({ number, text }) => ({ number, text })))
    cursor = next_cursor
  }
  return read.toReversed()
}

const jobsLeft = async () => {
  const {
    rows: [row],
  } = await sql<{ many: number }>`SELECT count(*)::int AS many FROM pgboss.job WHERE name = 'message'`.execute(
    operator.db,
  )
  return row?.many
}

/** What they wrote is there once each, in their order, under the numbers that they were told; and nothing else is. */
async function expectAsWritten(talker: Talker): Promise<number> {
  const rows = await findRows(talker.somebody.id, talker.otherId)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
  const own = rows.filter(({ sender_id }) => sender_id === talker.somebody.id)
  expect(own.map(({ number, client_id, text }) => ({ number, clientId: client_id, text }))).toEqual(talker.written)
  expect(await readAll(talker)).toEqual(rows.map(({ number, text }) => ({ number, text })))
  expect([...talker.known].toSorted(([one], [other]) => one - other)).toEqual(
    rows.map(({ number, text }) => [number, text]),
  )
  const { conversation } = await talker.somebody.asks('getMessages', { other_id: talker.otherId, limit: 1 })
  expect(conversation.read_up_to).toBeGreaterThanOrEqual(talker.readUpTo)
  return rows.length
}

test(
  `${rounds} times killed while ${pairs * 2} people write to each other, every message is there once, and at both`,
  async () => {
    const random = seeded()
    const { talkers, seen, fallSilent, stopListening } = await gatherTalkers(operator.url, pairs, random)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await wait(calm.least + random() * (calm.most - calm.least))
      process.kill(await operator.serverPid(), 'SIGKILL')
      times.push(await operator.waitUntilReady())
    }
    await fallSilent()
    const written = talkers.reduce((sum, talker) => sum + talker.written.length, 0)
    const missing = () =>
      talkers.filter(
        ({ known, somebody, otherId }) =>
          known.size <
          talkers
            .filter((talker) => [somebody.id, otherId].includes(talker.somebody.id))
            .reduce((sum, talker) => sum + talker.written.length, 0),
      ).length
    await expect.poll(missing, { timeout: 60_000, interval: 200 }).toBe(0)
    await expect.poll(jobsLeft, { timeout: 60_000, interval: 200 }).toBe(0)
    await stopListening()
    let rows = 0
    for (const talker of talkers) rows += await expectAsWritten(talker)
    expect(rows).toBe(written * 2)
    expect(seen.contradictions).toEqual([])
    expect([...seen.statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(seen.heard).toBeGreaterThan(0)
    expect(written).toBeGreaterThan(rounds * talkers.length)
    const sorted = times.toSorted((one, other) => one - other)
    process.stdout.write(
      `Acknowledged ${written} messages in ${pairs} conversations, each there once and at both; ${seen.sentAgain} times sent again, of which ${seen.hadArrived} had arrived; by status ${JSON.stringify(Object.fromEntries(seen.statuses))}\n`,
    )
    process.stdout.write(`${seen.streams} streams told of ${seen.heard} first, ${seen.askedFor} were asked for\n`)
    process.stdout.write(
      `Killed the server ${times.length} times: ready again after ${sorted[0]}–${sorted.at(-1)} ms, at the median ${sorted[Math.floor(times.length / 2)]} ms\n`,
    )
  },
  30 * 60_000,
)
