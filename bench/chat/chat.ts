import { randomUUID } from 'node:crypto'
import { addressOf, type CallName, urlOf } from '#contract/call-paths.ts'
import type { Input } from '#contract/calls.ts'
import { captureStatements } from '#bench/limit/capture.ts'
import { findPgbench, runPgbench } from '#bench/limit/pgbench.ts'
import { load, request } from '#bench/load/load.ts'
import { openBenchDataset, type BenchDataset } from '#bench/open-world.ts'
import { type Measure, middleOf, ratioOf, short } from '#bench/results.ts'
import type { ServedWorld } from '#bench/served-world.ts'
import { addConversations, findUnparted, type Pair } from './conversations.ts'
import { findOwnTime } from './own-time.ts'
import { talk } from './talk.ts'

export type ChatExtent = {
  messages: number
  reading: number
  streams: number
  paces: number[]
  talking: number
  writing: { pairs: number; seconds: number }
}

const tokenOf = ({ people }: BenchDataset, id: number): string => people[id - 1]?.token ?? ''
/** The opaque cursor of a page that begins below a number or a position. */
const cursorBelow = (at: number) => Buffer.from(String(at)).toString('base64url')

/** As many as the app asks for. */
const [messagesPage, conversationsPage] = [30, 20]
/** Who has a long conversation, and who has many. */
const [longTalker, manyTalker] = [1, 2]
const conversations = 200
const messagesOfEach = 40
/** From here on people have one conversation each, with their neighbour. */
const firstOfPairs = 1001
const messagesOfPairs = 12

const neighbours = (count: number): Pair[] =>
  Array.from({ length: count }, (_, at) => ({ one: firstOfPairs + at * 2, other: firstOfPairs + at * 2 + 1 }))
const withMany = (one: number, count: number): Pair[] =>
  Array.from({ length: count }, (_, at) => ({ one, other: one + 10 + at }))

/** Messages over HTTP: pages of long conversations, how soon the other reads, and what writing costs. */
export async function measureChat(world: ServedWorld, measure: Measure, extent: ChatExtent): Promise<void> {
  await measureReading(world, measure, extent)
  const pairs = await findUnparted(world.databaseUrl, neighbours(4000))
  await addConversations(world.databaseUrl, pairs, messagesOfPairs)
  await measureTalking(world, measure, extent, pairs)
  await measureSending(world, measure, extent.writing, pairs)
}

async function measureReading(world: ServedWorld, measure: Measure, { messages, reading }: ChatExtent): Promise<void> {
  const [long] = await findUnparted(world.databaseUrl, withMany(longTalker, 20))
  const many = (await findUnparted(world.databaseUrl, withMany(manyTalker, conversations * 2))).slice(0, conversations)
  if (!long) throw new Error('nobody to talk with')
  await addConversations(world.databaseUrl, [long], messages)
  await addConversations(world.databaseUrl, many, messagesOfEach)
  const page = async <Name extends CallName>(what: string, viewer: number, name: Name, input: Input<Name>) => {
    const [path, token] = [urlOf(name, input), tokenOf(world, viewer)]
    const seen = await load(world.url, { connections: 1, seconds: reading, requests: [request(path, { token })] })
    const [captured] = await captureStatements(world.databaseUrl, [{ method: 'GET', path, token }])
    if (!captured) throw new Error('nothing was heard')
    const own = await findOwnTime(world.databaseUrl, captured)
    measure({
      section: 'chat',
      posts: world.posts,
      what,
      connections: 1,
      ...seen,
      note: `p95 ${short(seen.p95)} ms; PostgreSQL ${short(own)} ms in ${captured.statements.length} statements`,
    })
  }
  const ofLong = { other_id: long.other, limit: messagesPage }
  await page(`of ${messages} messages, the newest ${messagesPage}`, longTalker, 'getMessages', ofLong)
  await page('the same, from the middle', longTalker, 'getMessages', { ...ofLong, cursor: cursorBelow(messages / 2) })
  await page(`of ${many.length} conversations, the first ${conversationsPage}`, manyTalker, 'getConversations', {
    limit: conversationsPage,
  })
}

async function measureTalking(
  world: ServedWorld,
  measure: Measure,
  { streams, paces, talking }: ChatExtent,
  pairs: Pair[],
): Promise<void> {
  const talkers = pairs.slice(0, streams / 2).flatMap(({ one, other }) => [
    { id: one, otherId: other },
    { id: other, otherId: one },
  ])
  for (const perSecond of paces) {
    const seen = await talk({
      url: world.url,
      serverPid: world.pid,
      talkers: talkers.map((talker) => ({ ...talker, token: tokenOf(world, talker.id) })),
      perSecond,
      seconds: talking,
      warmup: 3,
    })
    const { heard, answered, unheard, serverCpu } = seen
    measure({
      section: 'chat',
      posts: world.posts,
      what: `on the other’s page, ${talkers.length} pages open`,
      perSecond,
      p50: heard.p50,
      p99: heard.p99,
      note: `p95 ${short(heard.p95)} ms; answered after ${short(answered.p50)} ms; the server ${Math.round(serverCpu * 100)} % of a core${unheard > 0 ? `; ${unheard} NEVER` : ''}`,
    })
  }
}

const connections = 32
/** So many different ones are given to pgbench. */
const scripts = 40
/** More than are answered in a second: one that is sent again under its name is answered without being written. */
const mostPerSecond = 6000

/** Over HTTP and, in turn, the same transaction by pgbench in a second copy of the world. */
async function measureSending(
  world: ServedWorld,
  measure: Measure,
  { pairs: turns, seconds }: ChatExtent['writing'],
  pairs: Pair[],
): Promise<void> {
  const program = findPgbench()
  const beside = program ? await openBenchDataset(world.posts, { copied: true }) : null
  const path = addressOf('sendMessage').url
  const letter = (to: number) => ({
    other_id: to,
    client_id: randomUUID(),
    text: 'Ci vediamo alle sei davanti alla stazione?',
  })
  if (beside) await addConversations(beside.databaseUrl, pairs, messagesOfPairs)
  const captured = beside
    ? await captureStatements(
        beside.databaseUrl,
        pairs
          .slice(0, scripts)
          .map(({ one, other }) => ({ method: 'POST', path, token: tokenOf(world, one), body: letter(other) })),
      )
    : []
  const runs: [number, number][] = []
  const times: { p50: number; p99: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    const requests = Array.from({ length: mostPerSecond * (seconds + 1) }, (_, at) => pairs[at % pairs.length]).flatMap(
      (pair) =>
        pair
          ? [
              request(path, {
                token: tokenOf(world, pair.one),
                method: 'POST',
                body: JSON.stringify(letter(pair.other)),
              }),
            ]
          : [],
    )
    const seen = await load(world.url, { connections, seconds, requests })
    times.push(seen)
    runs.push([
      seen.perSecond,
      program && beside ? await runPgbench(program, beside.databaseUrl, { requests: captured, seconds }) : Number.NaN,
    ])
  }
  const limit = middleOf(runs.map(([, perSecond]) => perSecond))
  measure({
    section: 'chat',
    posts: world.posts,
    what: 'writing',
    connections,
    perSecond: middleOf(runs.map(([ours]) => ours)),
    p50: middleOf(times.map(({ p50 }) => p50)),
    p99: middleOf(times.map(({ p99 }) => p99)),
    ...(beside && { ratio: ratioOf(runs), note: `pgbench ${limit.toFixed(0)}/s` }),
  })
  await beside?.close()
}
