// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchedPostsLimit } from '#contract/limits.ts'
import { currentUser, storeUser } from './current-user.ts'
import { FakeEventSource } from './testing/fake-browser.ts'
import { connectLive, type LiveEventHandlers } from './live.ts'
import { trackVisiblePosts } from './visible-posts.ts'

/** Which elements are near the screen, as the test says. */
class FakeIntersectionObserver {
  static notify: (entries: { target: Element; isIntersecting: boolean }[]) => void = () => undefined
  constructor(notify: typeof FakeIntersectionObserver.notify) {
    FakeIntersectionObserver.notify = notify
  }
  observe() {}
  unobserve() {}
}

// The list of visible posts observes with the first observer that it creates, so one stands for all tests.
vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)

const anna = { id: 7, username: 'anna' }
const fetched = vi.fn<(url: string) => Promise<Response>>()
let disconnect: (() => void) | undefined
let visibility: DocumentVisibilityState
let forgetPosts: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  fetched.mockResolvedValue(new Response())
  FakeEventSource.opened = []
  visibility = 'visible'
  storeUser(anna as Parameters<typeof storeUser>[0])
})

afterEach(() => {
  disconnect?.()
  disconnect = undefined
  for (const forget of forgetPosts) forget()
  forgetPosts = []
  vi.useRealTimers()
  vi.restoreAllMocks()
  fetched.mockReset()
})

const streams = () => FakeEventSource.opened
const openStreams = () => streams().filter(({ readyState }) => readyState !== FakeEventSource.CLOSED)
const lastStream = () => streams().at(-1)!
const watchedBy = (stream: FakeEventSource) => stream.query.get('posts')!.split(',').filter(Boolean).map(Number)

function connect() {
  const received = {
    notification: vi.fn<LiveEventHandlers['notification']>(),
    unread: vi.fn<LiveEventHandlers['unread']>(),
    chat: vi.fn<LiveEventHandlers['chat']>(),
    conversation: vi.fn<LiveEventHandlers['conversation']>(),
    typing: vi.fn<LiveEventHandlers['typing']>(),
    post: vi.fn<LiveEventHandlers['post']>(),
  }
  disconnect = connectLive(received)
  return received
}

function setVisibility(state: DocumentVisibilityState) {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Posts come near the screen. @returns a function that takes them away again. */
function showPosts(...ids: number[]) {
  const target = document.createElement('div')
  const untrack = trackVisiblePosts(ids)(target)
  forgetPosts.push(() => untrack?.())
  const setNear = (isIntersecting: boolean) => FakeIntersectionObserver.notify([{ target, isIntersecting }])
  setNear(true)
  return () => setNear(false)
}

/** Lets time pass in which the server sends its heartbeats, one every 20 seconds. */
function passSpeaking(heartbeats: number) {
  for (let count = 1; count <= heartbeats; count++) {
    vi.advanceTimersByTime(20_000)
    lastStream().send('heartbeat', {})
  }
}

test('Each event reaches the handler of its name', () => {
  const received = connect()
  const events = {
    notification: { id: 1 },
    unread: { unread_count: 3 },
    chat: { unread_conversations: 1, requests_count: 0 },
    conversation: { other_id: 4 },
    typing: { other_id: 5 },
    post: { id: 6, likes_count: 2 },
  }
  for (const [name, data] of Object.entries(events)) lastStream().send(name, data)
  for (const [name, data] of Object.entries(events))
    expect(received[name as keyof LiveEventHandlers].mock.calls, name).toEqual([[data]])
})

/** The streams that asked for what was missed. */
const asks = () => streams().filter(({ query }) => query.get('once') === '1')

test('While a stream is silent its tab asks every five seconds beside it, until the stream speaks', () => {
  const received = connect()
  const stream = lastStream()
  stream.send('chat', {})
  vi.advanceTimersByTime(44_999)
  expect(asks()).toHaveLength(0)
  vi.advanceTimersByTime(1)
  expect(asks()).toHaveLength(1)
  for (const count of [2, 3]) {
    lastStream().send('notification', { id: count }, String(count))
    lastStream().break()
    vi.advanceTimersByTime(4999)
    expect(openStreams()).toEqual([stream])
    vi.advanceTimersByTime(1)
    expect(asks()).toHaveLength(count)
    expect(lastStream().query.get('after')).toBe(String(count))
  }
  expect(received.notification).toHaveBeenCalledTimes(2)
  stream.send('heartbeat', {})
  expect(openStreams()).toEqual([stream])
  vi.advanceTimersByTime(44_999)
  expect(asks()).toHaveLength(3)
})

test('Heartbeats alone show that a stream is not held back', () => {
  connect()
  passSpeaking(9)
  expect(streams()).toHaveLength(1)
})

test('A tab that was asking goes on when its stream is opened again, and stops with it', () => {
  connect()
  vi.advanceTimersByTime(45_000)
  streams()[0]!.break()
  expect(openStreams()).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(openStreams().map(({ query }) => query.get('once'))).toEqual([null, '1'])
  disconnect?.()
  expect(openStreams()).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(openStreams()).toEqual([])
})

test('An ask without an answer is given up, and a refused one checks the session', () => {
  connect()
  vi.advanceTimersByTime(45_000 + 20_000)
  expect(asks().map(({ readyState }) => readyState === FakeEventSource.CLOSED)).toEqual([true, false])
  lastStream().break({ refused: true })
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/events', expect.anything())
})

test('A broken stream is opened again after one second, then two, then four, and at last every minute', () => {
  connect()
  const delays = [1, 2, 4, 8, 16, 32, 60, 60]
  for (const [index, seconds] of delays.entries()) {
    lastStream().break()
    expect(openStreams()).toHaveLength(0)
    vi.advanceTimersByTime(seconds * 1000 - 1)
    expect(streams()).toHaveLength(index + 1)
    vi.advanceTimersByTime(1)
    expect(streams()).toHaveLength(index + 2)
  }
})

test('After a healthy stream the first retry comes after one second again', () => {
  connect()
  for (const seconds of [1, 2]) {
    lastStream().break()
    vi.advanceTimersByTime(seconds * 1000)
  }
  vi.advanceTimersByTime(10_000)
  lastStream().break()
  vi.advanceTimersByTime(3999)
  expect(openStreams()).toHaveLength(0)
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(10_001)
  lastStream().break()
  vi.advanceTimersByTime(1000)
  expect(openStreams()).toHaveLength(1)
})

test('A new stream asks for what came after the last notification, also when a lower position came later', () => {
  const received = connect()
  expect(lastStream().query.has('after')).toBe(false)
  lastStream().send('notification', { id: 1 }, '41')
  lastStream().send('unread', { unread_count: 1 })
  lastStream().send('notification', { id: 2 }, '40')
  lastStream().break()
  vi.advanceTimersByTime(1000)
  expect(lastStream().query.get('after')).toBe('41')
  expect(received.notification).toHaveBeenCalledTimes(2)
})

test('A notification that a new stream repeats is shown once; other events are not told apart', () => {
  const received = connect()
  lastStream().send('notification', { id: 1 }, '41')
  lastStream().break()
  vi.advanceTimersByTime(1000)
  lastStream().send('notification', { id: 1 }, '41')
  lastStream().send('notification', { id: 2 }, '42')
  for (const time of [1, 2]) lastStream().send('unread', { unread_count: time }, '42')
  expect(received.notification.mock.calls).toEqual([[{ id: 1 }], [{ id: 2 }]])
  expect(received.unread).toHaveBeenCalledTimes(2)
})

test('A stream that is refused because the session has ended signs out', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 401 }))
  connect()
  lastStream().break({ refused: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/events', expect.anything())
  expect(currentUser()).toBeNull()
})

test.each([
  ['by a server that is busy', async () => new Response(null, { status: 503 })],
  ['without a network', () => Promise.reject(new TypeError('offline'))],
])('A stream that is refused %s leaves the person signed in, and is opened again', async (_reason, answer) => {
  fetched.mockImplementation(answer)
  connect()
  lastStream().break({ refused: true })
  await vi.advanceTimersByTimeAsync(1000)
  expect(currentUser()).toEqual(anna)
  expect(openStreams()).toHaveLength(1)
})

test('A stream that breaks without a refusal asks nobody about the session', async () => {
  connect()
  lastStream().break()
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetched).not.toHaveBeenCalled()
})

test('The question whether the session has ended does not keep a second stream open', async () => {
  const signals: AbortSignal[] = []
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Response()
  })
  connect()
  lastStream().break({ refused: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('The posts near the screen are watched, and new ones when scrolling has settled', () => {
  const hide = showPosts(1, 2)
  connect()
  expect(watchedBy(lastStream())).toEqual([1, 2])
  showPosts(3)
  vi.advanceTimersByTime(500)
  hide()
  vi.advanceTimersByTime(799)
  expect(streams()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(streams()).toHaveLength(2)
  expect(openStreams()).toEqual([lastStream()])
  // Those that were there a moment ago may be again.
  expect(watchedBy(lastStream())).toEqual([1, 2, 3])
})

test('The stream stays when scrolling shows no post that it does not watch', () => {
  const hide = showPosts(1, 2)
  connect()
  hide()
  showPosts(2)
  vi.advanceTimersByTime(800)
  expect(streams()).toHaveLength(1)
})

test('Scrolling opens no stream while there is none', () => {
  connect()
  lastStream().break()
  showPosts(1)
  vi.advanceTimersByTime(900)
  expect(streams()).toHaveLength(1)
  vi.advanceTimersByTime(100)
  expect(watchedBy(lastStream())).toEqual([1])
})

test('No more posts are watched than the server allows: those that were seen last', () => {
  const ids = Array.from({ length: watchedPostsLimit }, (_, index) => index + 1)
  const hide = showPosts(...ids)
  connect()
  expect(watchedBy(lastStream())).toEqual(ids)
  hide()
  showPosts(100, 1)
  vi.advanceTimersByTime(800)
  expect(watchedBy(lastStream())).toEqual([...ids.slice(2), 100, 1])
})

test('A tab that is opened in the background connects when it becomes visible', () => {
  visibility = 'hidden'
  connect()
  vi.advanceTimersByTime(60_000)
  expect(streams()).toHaveLength(0)
  setVisibility('visible')
  expect(openStreams()).toHaveLength(1)
})

test('A tab keeps its stream while it is hidden for a moment', () => {
  connect()
  setVisibility('hidden')
  vi.advanceTimersByTime(20_000)
  setVisibility('visible')
  passSpeaking(9)
  expect(streams()).toHaveLength(1)
  expect(openStreams()).toHaveLength(1)
})

test('A stream that may have died while the device slept is replaced when the tab is visible again', () => {
  connect()
  setVisibility('hidden')
  vi.advanceTimersByTime(20_001)
  setVisibility('visible')
  expect(streams()).toHaveLength(2)
  expect(openStreams()).toEqual([lastStream()])
})

test('A tab that is hidden for three minutes closes its stream until it is visible again', () => {
  connect()
  setVisibility('hidden')
  passSpeaking(8)
  vi.advanceTimersByTime(20_000 - 1)
  expect(openStreams()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(openStreams()).toHaveLength(0)
  setVisibility('visible')
  expect(openStreams()).toHaveLength(1)
})

test.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  [
    'the tab is visible again',
    () => {
      setVisibility('hidden')
      setVisibility('visible')
    },
  ],
])('When %s a broken stream is opened at once, and the next delay is the first one', (_reason, happens) => {
  connect()
  for (const seconds of [1, 2]) {
    lastStream().break()
    vi.advanceTimersByTime(seconds * 1000)
  }
  lastStream().break()
  happens()
  expect(openStreams()).toHaveLength(1)
  const count = streams().length
  vi.advanceTimersByTime(4000)
  expect(streams()).toHaveLength(count)
  lastStream().break()
  vi.advanceTimersByTime(1000)
  expect(openStreams()).toHaveLength(1)
})

test('Disconnected, the tab opens no stream any more, whatever happens', () => {
  connect()
  showPosts(1)
  disconnect!()
  expect(openStreams()).toHaveLength(0)
  window.dispatchEvent(new Event('online'))
  setVisibility('hidden')
  setVisibility('visible')
  showPosts(2)
  vi.advanceTimersByTime(5 * 60_000)
  expect(openStreams()).toHaveLength(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('Disconnected while it waits to retry, the tab gives up', () => {
  connect()
  lastStream().break()
  disconnect!()
  vi.advanceTimersByTime(60_000)
  expect(streams()).toHaveLength(1)
})

test('Disconnected while it is hidden, the tab leaves no timer behind', () => {
  connect()
  setVisibility('hidden')
  disconnect!()
  expect(vi.getTimerCount()).toBe(0)
})
