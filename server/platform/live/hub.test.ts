import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import type { LiveSignal } from './announce.ts'
import { LiveHub, type LiveSources } from './hub.ts'
import { type LiveEvent, LiveStream } from './stream.ts'

// What was read earlier is not sent later: the last event that a page gets is true.

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Longer than signals are gathered for. */
const deliver = () => vi.advanceTimersByTimeAsync(200)

const unread = (unread_count: number): LiveEvent => ({ event: 'unread', data: { unread_count } })

type SlowSource = 'findNewEvents' | 'findUnreadConversationsEvent' | 'findConversationEvents' | 'findPostEvents'

/** Opens the page of a viewer. The first read of one source lasts until `endRead`; each read finds one more unread. */
function openPage(slowSource: SlowSource) {
  let reads = 0
  const { promise: untilEnd, resolve: endRead } = Promise.withResolvers<void>()
  async function read(source: SlowSource): Promise<LiveEvent> {
    const event = unread(++reads)
    if (source === slowSource && reads === 1) await untilEnd
    return event
  }
  const sources: LiveSources = {
    findViewer: () => Promise.resolve({ id: 1 } as Awaited<ReturnType<LiveSources['findViewer']>>),
    findCurrentPosition: () => Promise.resolve(1),
    findNewEvents: async () => [await read('findNewEvents')],
    findUnreadConversationsEvent: () => read('findUnreadConversationsEvent'),
    findConversationEvents: async () => [await read('findConversationEvents')],
    findPostEvents: async () => [{ viewerId: 1, event: await read('findPostEvents') }],
  }
  const hub = new LiveHub(sources, createLog('silent'))
  return { hub, endRead, ...addStream(hub) }
}

/** Opens a stream of the viewer. `counts` returns what it was sent. */
function addStream(hub: LiveHub) {
  const response = new PassThrough()
  const stream = new LiveStream(response as unknown as ServerResponse, {
    viewerId: 1,
    token: '',
    watchedPostIds: [5],
    lastEventId: 1,
  })
  hub.add(stream)
  let text = ''
  response.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    stream,
    hasEnded: () => response.writableEnded,
    counts: () => Array.from(text.matchAll(/"unread_count":(\d+)/g), ([, count]) => count),
  }
}

const conversations = [{ viewerId: 1, otherId: 2, messageNumbers: [] }]

test.each<[SlowSource, LiveSignal]>([
  ['findNewEvents', { userIds: [1] }],
  ['findConversationEvents', { conversations }],
  ['findPostEvents', { postIds: [5] }],
])('What changes during a slow %s is read and sent after it', async (slowSource, signal) => {
  const { hub, stream, endRead, counts } = openPage(slowSource)
  stream.start([])
  hub.receive(signal)
  await deliver()
  hub.receive(signal)
  await deliver()
  endRead()
  await deliver()
  expect(counts()).toEqual(['1', '2'])
})

test('What changes while the first events are read is sent after them', async () => {
  const { hub, stream, endRead, counts } = openPage('findNewEvents')
  const started = hub.sendInitialEvents(stream)
  hub.receive({ conversations })
  await deliver()
  endRead()
  await started
  await deliver()
  // News, conversations and posts are the first three.
  expect(counts()).toEqual(['1', '2', '3', '4'])
})

test('A page that opens while the counters of posts are read gets its own, not those read before', async () => {
  const { hub, stream, endRead } = openPage('findPostEvents')
  stream.start([])
  hub.receive({ postIds: [5] })
  await deliver()
  const second = addStream(hub)
  await hub.sendInitialEvents(second.stream)
  endRead()
  await deliver()
  expect(second.counts()).toEqual(['2', '3', '4'])
})

test('A page that opens while the server stops is closed', () => {
  const { hub, hasEnded } = openPage('findNewEvents')
  hub.stop()
  expect(hasEnded()).toBe(true)
  expect(addStream(hub).hasEnded()).toBe(true)
})
