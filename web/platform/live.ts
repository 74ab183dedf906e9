import type { LiveEvents } from '#contract/live.ts'
import { watchedPostsLimit } from '#contract/limits.ts'
import { clearUser } from './current-user.ts'
import { visiblePosts } from './visible-posts.ts'

/** What the rooms do with what they hear. */
export type LiveEventHandlers = { [Name in keyof LiveEvents]: (data: LiveEvents[Name]) => void }

const url = '/api/events'
/** Milliseconds: a server that is away is asked again, ever later. */
const firstDelay = 1000
const longestDelay = 60_000
/** A stream that lasted so long was a good one. */
const good = 10_000
/** Who scrolls on has not arrived yet. */
const settling = 800
/** A tab that nobody looks at for so long is told nothing until somebody does. */
const patience = 3 * 60_000
/** After so long a device may have slept, and the stream died unheard. */
const nap = 20_000

/**
 * Hears what happens, over one stream, until the returned function ends it. What is missed while
 * the stream is down is told when it is up again.
 */
export function connectLive(hearers: LiveEventHandlers): () => void {
  let stream: EventSource | null = null
  /** The posts that the stream tells of, the latest at the end. */
  let watched: number[] = []
  /** Up to where notifications have been heard; and which, since the last are told again with every new stream. */
  let heard = 0
  const known = new Set<string>()
  let delay = firstDelay
  let openedAt = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let settled: ReturnType<typeof setTimeout> | undefined
  let left: ReturnType<typeof setTimeout> | undefined
  let leftAt = 0

  const hear = <Name extends keyof LiveEvents>(source: EventSource, name: Name) =>
    source.addEventListener(name, ({ data, lastEventId }) => {
      heard = Math.max(heard, Number(lastEventId) || 0)
      if (name === 'notification') {
        if (known.has(lastEventId)) return
        known.add(lastEventId)
      }
      hearers[name](JSON.parse(data) as LiveEvents[Name])
    })
  const close = () => {
    clearTimeout(again)
    stream?.close()
    stream = null
  }
  const open = () => {
    close()
    // What was near a moment ago may be again.
    watched = [...new Set([...watched, ...visiblePosts.current()].toReversed())]
      .slice(0, watchedPostsLimit)
      .toReversed()
    const source = new EventSource(
      `${url}?${new URLSearchParams({ posts: watched.join(','), ...(heard > 0 && { after: String(heard) }) })}`,
    )
    stream = source
    openedAt = performance.now()
    hear(source, 'notification')
    hear(source, 'unread')
    for (const name of ['chat', 'conversation', 'typing'] as const) hear(source, name)
    hear(source, 'post')
    source.addEventListener('error', () => {
      const refused = source.readyState === EventSource.CLOSED
      close()
      if (refused) void learnWhy()
      if (performance.now() - openedAt > good) delay = firstDelay
      // Not all at once, where a server has let go of many.
      again = setTimeout(open, delay * (0.75 + Math.random() / 2))
      delay = Math.min(delay * 2, longestDelay)
    })
  }
  const openNow = () => {
    delay = firstDelay
    open()
  }
  const watch = () => {
    clearTimeout(settled)
    settled = setTimeout(() => {
      if (stream && visiblePosts.current().some((id) => !watched.includes(id))) open()
    }, settling)
  }
  const lookAway = () => {
    clearTimeout(left)
    if (document.visibilityState === 'hidden') {
      leftAt = Date.now()
      left = setTimeout(close, patience)
    } else if (!stream || Date.now() - leftAt > nap) openNow()
  }

  // A browser has few connections to spare: a tab that was opened behind others waits until it is looked at.
  lookAway()
  const stopWatching = visiblePosts.subscribe(watch)
  document.addEventListener('visibilitychange', lookAway)
  window.addEventListener('online', openNow)
  return () => {
    stopWatching()
    document.removeEventListener('visibilitychange', lookAway)
    window.removeEventListener('online', openNow)
    for (const timer of [settled, left]) clearTimeout(timer)
    close()
  }
}

/** An event stream does not say why it was refused; a session that has ended leads to /login, as everywhere. */
async function learnWhy() {
  const leaving = new AbortController()
  const response = await fetch(url, { signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(15_000)]) }).catch(
    () => null,
  )
  if (response?.status === 401) clearUser()
  leaving.abort()
}
