import { randomUUID } from 'node:crypto'
import { addConversations, findUnblockedPairs, type Pair } from '#bench/dataset/conversations.ts'
import type { Dataset } from '#bench/dataset/open-dataset.ts'
import type { ServedDataset } from '#bench/dataset/serve-dataset.ts'
import { loadChat } from '#bench/load/chat-load.ts'
import { formatRequest, load } from '#bench/load/load.ts'
import { captureStatements } from '#bench/pgbench/capture-statements.ts'
import { measureExecutionTime } from '#bench/pgbench/execution-time.ts'
import type { Report } from '#bench/results.ts'
import { formatShort } from '#bench/statistics.ts'
import { addressOf, urlOf } from '#contract/call-paths.ts'
import { compareWithPgbench } from './compare-writes.ts'
import type { PairedRuns } from './pgbench-ratio.ts'

export type ChatExtent = {
  /** Messages of the long conversation. */
  messages: number
  readSeconds: number
  /** Number of open pages while messages are delivered. */
  openPages: number
  messagesPerSecond: number[]
  deliverySeconds: number
  writes: PairedRuns
}

const tokenOf = ({ viewers }: Dataset, id: number): string => viewers[id - 1]?.token ?? ''
/** The opaque cursor of the messages before a number. */
const cursorBefore = (number: number) => Buffer.from(String(number)).toString('base64url')

/** Page lengths of the app. */
const messagesPage = 30
const conversationsPage = 20
/** The user with a long conversation, and the one with many. */
const longConversationUser = 1
const manyConversationsUser = 2
const conversationCount = 200
const messagesOfEach = 40
/** Users from this id on have one conversation each, with their neighbour. */
const firstPairedUser = 1001
const pairCount = 4000
const messagesOfPairs = 12

const neighbourPairs = (): Pair[] =>
  Array.from({ length: pairCount }, (_, index) => ({
    firstId: firstPairedUser + index * 2,
    secondId: firstPairedUser + index * 2 + 1,
  }))
const pairsOf = (userId: number, count: number): Pair[] =>
  Array.from({ length: count }, (_, index) => ({ firstId: userId, secondId: userId + 10 + index }))

/** Measures pages of long conversations, the delivery of messages to open pages, and sending messages. */
export async function measureChat(dataset: ServedDataset, report: Report, extent: ChatExtent): Promise<void> {
  await measureReading(dataset, report, extent)
  const pairs = await findUnblockedPairs(dataset.databaseUrl, neighbourPairs())
  await addConversations(dataset.databaseUrl, pairs, messagesOfPairs)
  await measureDelivery(dataset, report, { ...extent, pairs })
  await measureSending(dataset, report, { runs: extent.writes, pairs })
}

async function measureReading(dataset: ServedDataset, report: Report, extent: ChatExtent): Promise<void> {
  const { messages, readSeconds } = extent
  const { databaseUrl } = dataset
  const [longConversation] = await findUnblockedPairs(databaseUrl, pairsOf(longConversationUser, 20))
  const unblocked = await findUnblockedPairs(databaseUrl, pairsOf(manyConversationsUser, conversationCount * 2))
  const manyConversations = unblocked.slice(0, conversationCount)
  if (!longConversation) throw new Error('user 1 has no unblocked pair')
  await addConversations(databaseUrl, [longConversation], messages)
  await addConversations(databaseUrl, manyConversations, messagesOfEach)

  const newestPage = { other_id: longConversation.secondId, limit: messagesPage }
  const middlePage = { ...newestPage, cursor: cursorBefore(messages / 2) }
  const measurePage = (page: Page) => measureReadingPage(dataset, report, { ...page, seconds: readSeconds })
  await measurePage({
    name: `the newest ${messagesPage} of ${messages} messages`,
    viewerId: longConversationUser,
    path: urlOf('getMessages', newestPage),
  })
  await measurePage({
    name: `${messagesPage} from the middle of ${messages} messages`,
    viewerId: longConversationUser,
    path: urlOf('getMessages', middlePage),
  })
  await measurePage({
    name: `the first ${conversationsPage} of ${manyConversations.length} conversations`,
    viewerId: manyConversationsUser,
    path: urlOf('getConversations', { limit: conversationsPage }),
  })
}

type Page = { name: string; viewerId: number; path: string }

async function measureReadingPage(
  dataset: ServedDataset,
  report: Report,
  { name, viewerId, path, seconds }: Page & { seconds: number },
): Promise<void> {
  const token = tokenOf(dataset, viewerId)
  const result = await load(dataset.url, { connections: 1, seconds, requests: [formatRequest(path, { token })] })
  const [captured] = await captureStatements(dataset.databaseUrl, [{ method: 'GET', path, token }])
  if (!captured) throw new Error('no statement was captured')
  const executionMs = formatShort(await measureExecutionTime(dataset.databaseUrl, captured))
  report({
    section: 'chat',
    posts: dataset.posts,
    name,
    connections: 1,
    ...result,
    note: `p95 ${formatShort(result.p95)} ms; PostgreSQL ${executionMs} ms in ${captured.statements.length} statements`,
  })
}

async function measureDelivery(
  dataset: ServedDataset,
  report: Report,
  { openPages, messagesPerSecond, deliverySeconds, pairs }: ChatExtent & { pairs: Pair[] },
): Promise<void> {
  const clients = pairs.slice(0, openPages / 2).flatMap(({ firstId, secondId }) => [
    { id: firstId, token: tokenOf(dataset, firstId), otherId: secondId },
    { id: secondId, token: tokenOf(dataset, secondId), otherId: firstId },
  ])
  for (const perSecond of messagesPerSecond) {
    const { delivery, reply, lost, serverCpu } = await loadChat({
      url: dataset.url,
      serverPid: dataset.pid,
      clients,
      perSecond,
      seconds: deliverySeconds,
      warmupSeconds: 3,
    })
    const notes = [
      `p95 ${formatShort(delivery.p95)} ms`,
      `reply after ${formatShort(reply.p50)} ms`,
      `server ${Math.round(serverCpu * 100)} % of a core`,
      ...(lost > 0 ? [`${lost} LOST`] : []),
    ]
    report({
      section: 'chat',
      posts: dataset.posts,
      name: `delivery to the other’s page, ${clients.length} pages open`,
      perSecond,
      p50: delivery.p50,
      p99: delivery.p99,
      note: notes.join('; '),
    })
  }
}

/** More than the server answers in a second: a message sent again under its client id is not written again. */
const maxMessagesPerSecond = 6000

async function measureSending(
  dataset: ServedDataset,
  report: Report,
  { runs, pairs }: { runs: PairedRuns; pairs: Pair[] },
): Promise<void> {
  const path = addressOf('sendMessage').url
  const createMessage = ({ firstId, secondId }: Pair) => ({
    path,
    token: tokenOf(dataset, firstId),
    body: { other_id: secondId, client_id: randomUUID(), text: 'Ci vediamo alle sei davanti alla stazione?' },
  })
  const rounds = Math.ceil((maxMessagesPerSecond * (runs.seconds + 1)) / pairs.length)
  await compareWithPgbench(dataset, report, {
    section: 'chat',
    name: 'sending a message',
    ...runs,
    createRequests: () => Array.from({ length: rounds }, () => pairs).flatMap((round) => round.map(createMessage)),
    prepare: (databaseUrl) => addConversations(databaseUrl, pairs, messagesOfPairs),
  })
}
