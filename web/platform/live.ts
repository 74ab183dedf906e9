import { watchedPostsLimit } from '#contract/limits.ts'
import type { LiveEvents } from '#contract/live.ts'
import { anySignal } from './any-signal.ts'
import { createBackoff } from './backoff.ts'
import { clearUser } from './current-user.ts'
import { visiblePosts } from './visible-posts.ts'

/** The event handlers of the features. */
export type LiveEventHandlers = { [Name in keyof LiveEvents]: (data: LiveEvents[Name]) => void }

const url = '/api/events'
const eventNames = ['notification', 'unread', 'chat', 'conversation', 'typing', 'post'] as const
/** A stream that lasted this long was healthy, so the next retry starts with the first delay. */
const healthyStreamMs = 10_000
/** A reader who scrolls on watches other posts soon: the stream is reopened when scrolling has settled. */
const scrollSettleMs = 800
/** More than two heartbeats of the server (server/platform/live/serve.ts): something between holds the stream back. */
const silenceMs = 45_000
const askAgainMs = 5000
/** After this long an ask is given up. */
const askTimeoutMs = 20_000
/** A tab that is hidden for this long closes its stream until it is visible again. */
const hiddenGraceMs = 3 * 60_000
/** After this long in the background the device may have slept and the stream may be dead without an error. */
const suspectAfterMs = 20_000

/**
 * The event stream of this tab. Reconnects with back-off; the server repeats the events missed in between. While the
 * stream is silent, the tab asks for these every few seconds beside it.
 */
class LiveConnection {
  private readonly handlers: LiveEventHandlers
  private readonly backoff = createBackoff({ firstMs: 1000, maxMs: 60_000 })
  private stream: EventSource | null = null
  /** The posts whose changes the stream reports, the latest at the end. */
  private watchedIds: number[] = []
  /** The highest notification position received. A new stream repeats the last ones, so their ids are kept. */
  private lastPosition = 0
  private readonly seenNotifications = new Set<string>()
  private openedAt = 0
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  /** Ends at once with what was missed. */
  private ask: EventSource | null = null
  private askTimer: ReturnType<typeof setTimeout> | undefined
  private isHeldBack = false

  constructor(handlers: LiveEventHandlers) {
    this.handlers = handlers
  }

  get isOpen() {
    return this.stream !== null
  }

  open() {
    this.close()
    // Posts that were near the screen a moment ago may be again.
    const ids = new Set([...this.watchedIds, ...visiblePosts.current()].toReversed())
    this.watchedIds = [...ids].slice(0, watchedPostsLimit).toReversed()
    const stream = this.connect()
    this.stream = stream
    this.openedAt = performance.now()
    stream.addEventListener('heartbeat', () => this.hear())
    stream.addEventListener('error', () => this.retry(stream))
    if (this.isHeldBack) this.askOnce()
    else this.askAfter(silenceMs)
  }

  private connect(more: Record<string, string> = {}) {
    const after = this.lastPosition > 0 && { after: String(this.lastPosition) }
    const query = new URLSearchParams({ posts: this.watchedIds.join(','), ...after, ...more })
    const stream = new EventSource(`${url}?${query}`)
    for (const name of eventNames) this.listen(stream, name)
    return stream
  }

  /** The stream has spoken. */
  private hear() {
    this.stopAsking()
    this.isHeldBack = false
    this.askAfter(silenceMs)
  }

  private askOnce(): void {
    this.stopAsking()
    this.isHeldBack = true
    if (document.visibilityState === 'hidden') return this.askAfter(askAgainMs)
    const ask = this.connect({ once: '1' })
    this.ask = ask
    this.askAfter(askTimeoutMs)
    // Also its normal end.
    ask.addEventListener('error', () => {
      if (ask.readyState === EventSource.CLOSED) void checkSession()
      this.stopAsking()
      this.askAfter(askAgainMs)
    })
  }

  private askAfter(delayMs: number) {
    this.askTimer = setTimeout(() => this.askOnce(), delayMs)
  }

  private stopAsking() {
    clearTimeout(this.askTimer)
    this.ask?.close()
    this.ask = null
  }

  openNow() {
    this.backoff.reset()
    this.open()
  }

  close() {
    this.stopAsking()
    clearTimeout(this.retryTimer)
    this.stream?.close()
    this.stream = null
  }

  /** Reopens the stream if posts near the screen are not watched yet. */
  watchVisiblePosts() {
    if (this.stream && visiblePosts.current().some((id) => !this.watchedIds.includes(id))) this.open()
  }

  private listen<Name extends keyof LiveEvents>(stream: EventSource, name: Name) {
    stream.addEventListener(name, ({ data, lastEventId }) => {
      if (stream === this.stream) this.hear()
      this.lastPosition = Math.max(this.lastPosition, Number(lastEventId) || 0)
      if (name === 'notification') {
        if (this.seenNotifications.has(lastEventId)) return
        this.seenNotifications.add(lastEventId)
      }
      this.handlers[name](JSON.parse(data) as LiveEvents[Name])
    })
  }

  private retry(stream: EventSource) {
    const isRefused = stream.readyState === EventSource.CLOSED
    this.close()
    if (isRefused) void checkSession()
    if (performance.now() - this.openedAt > healthyStreamMs) this.backoff.reset()
    this.retryTimer = setTimeout(() => this.open(), this.backoff.next())
  }
}

/** Receives live events over one stream until the returned function is called. */
export function connectLive(handlers: LiveEventHandlers): () => void {
  const connection = new LiveConnection(handlers)
  let settleTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenAt = 0

  const onScroll = () => {
    clearTimeout(settleTimer)
    settleTimer = setTimeout(() => connection.watchVisiblePosts(), scrollSettleMs)
  }
  const onVisibilityChange = () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      hiddenTimer = setTimeout(() => connection.close(), hiddenGraceMs)
    } else if (!connection.isOpen || Date.now() - hiddenAt > suspectAfterMs) connection.openNow()
  }
  const onOnline = () => connection.openNow()

  // Browsers allow few connections per server: a tab that was opened in the background connects when it becomes
  // visible.
  onVisibilityChange()
  const stopWatching = visiblePosts.subscribe(onScroll)
  document.addEventListener('visibilitychange', onVisibilityChange)
  window.addEventListener('online', onOnline)
  return () => {
    stopWatching()
    document.removeEventListener('visibilitychange', onVisibilityChange)
    window.removeEventListener('online', onOnline)
    for (const timer of [settleTimer, hiddenTimer]) clearTimeout(timer)
    connection.close()
  }
}

/** Signs out if the session has ended: an event stream does not give the reason why it was refused. */
async function checkSession() {
  const abort = new AbortController()
  const signal = anySignal([abort.signal, AbortSignal.timeout(15_000)])
  const response = await fetch(url, { signal }).catch(() => null)
  if (response?.status === 401) clearUser()
  abort.abort()
}
