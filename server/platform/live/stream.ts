import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { LiveEvents } from '#contract/live.ts'

/**
 * An event as the contract names it. `id` is a notification's position; a browser sends the last one when it
 * reconnects.
 */
export type LiveEvent = {
  [Name in keyof LiveEvents]: { event: Name; id?: number; data: LiveEvents[Name] }
}[keyof LiveEvents]

/** How long a browser waits before it reconnects. */
const reconnectDelayMs = 2000
/** A stream whose client leaves more than this unread is cut off. */
const maxUnreadBytes = 256 * 1024
const maxRememberedIds = 500
/** A stream for which more happens before its first events are read ends: its page reconnects. */
const maxHeldBack = 500

/** The viewer and session of a stream, and what its page shows. */
type StreamOptions = { viewerId: number; token: string; watchedPostIds: number[]; lastEventId: number }

/** One open page: writes server-sent events to its response. */
export class LiveStream {
  readonly viewerId: number
  readonly token: string
  readonly watchedPostIds: ReadonlySet<number>
  /** The highest id that the page has received. */
  lastEventId: number
  private readonly sentIds = new Set<number>()
  /** Events that are sent after the first ones, which were read before; null once these are sent. */
  private heldBack: LiveEvent[] | null = []
  private readonly response: ServerResponse

  constructor(response: ServerResponse, { viewerId, token, watchedPostIds, lastEventId }: StreamOptions) {
    this.response = response
    this.viewerId = viewerId
    this.token = token
    this.watchedPostIds = new Set(watchedPostIds)
    this.lastEventId = lastEventId
    // The id comes first: the connection may break before the first event.
    this.write(`retry: ${reconnectDelayMs}\nid: ${lastEventId}\n\n`)
  }

  /** Sends the first events, then those that were held back. */
  start(events: LiveEvent[]): void {
    const heldBack = this.heldBack ?? []
    this.heldBack = null
    for (const event of [...events, ...heldBack]) this.send(event)
  }

  /**
   * Sends an event, or holds it back until the first ones are sent. One with the same id as an earlier one is left out:
   * events may be read from the database again.
   */
  send(live: LiveEvent): void {
    if (this.heldBack === null) this.writeEvent(live)
    else if (this.heldBack.length < maxHeldBack) this.heldBack.push(live)
    else this.end()
  }

  private writeEvent({ event, id, data }: LiveEvent): void {
    if (id !== undefined && !this.remember(id)) return
    this.write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
  }

  /** An event, because a page does not see comments. */
  sendHeartbeat(): void {
    this.write('event: heartbeat\ndata: {}\n\n')
  }

  end(): void {
    this.response.end()
  }

  /** Returns false when the id is known. */
  private remember(id: number): boolean {
    if (this.sentIds.has(id)) return false
    if (this.sentIds.size >= maxRememberedIds) this.sentIds.delete(this.sentIds.values().next().value ?? 0)
    this.sentIds.add(id)
    this.lastEventId = Math.max(this.lastEventId, id)
    return true
  }

  private write(text: string): void {
    // A stream that has ended stays registered until it closes: writing to it would emit an unhandled error.
    if (this.response.writableEnded) return
    if (this.response.writableLength > maxUnreadBytes) this.response.destroy()
    else this.response.write(text)
  }
}

/** Answers a request with an event stream that stays open. */
export function openStream(reply: FastifyReply, options: StreamOptions): LiveStream {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  return new LiveStream(reply.raw, options)
}
