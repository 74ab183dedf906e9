import { setTimeout as wait } from 'node:timers/promises'
import type { LiveEvents } from '#contract/live.ts'
import type { Notification } from '#contract/notifications.ts'
import type { RegisteredClient } from '#server/testing/fixtures/api-client.ts'
import { readEvents } from '#server/testing/harness/event-stream.ts'
import { createBackoff } from '#web/platform/backoff.ts'

// People with an open page each, whose stream behaves as the web app's (`web/platform/live.ts`): it reconnects with
// back-off, and asks for what happened after the last event that it has.

const healthyStreamMs = 10_000
const callPauseMs = 100

/** People who act at once where the order does not matter. */
const batchSize = 20

async function forAll<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += batchSize)
    results.push(...(await Promise.all(items.slice(start, start + batchSize).map(act))))
  return results
}

/**
 * The events that all open pages should receive: a post at a place that everybody follows, and comments on a post that
 * all watch.
 */
type Ring = { postId: number; commentsCount: number }

class OpenPage {
  /** Times that the stream was opened. */
  connections = 0
  isOpen = false
  readonly client: RegisteredClient
  private readonly watchedPostId: number
  private readonly backoff = createBackoff({ firstMs: 1000, maxMs: 60_000 })
  private firstPosition = 0
  private lastPosition = 0
  private commentsCount = -1
  private placePostId = -1
  /** The newest position of each notification. */
  private readonly positions = new Map<number, number>()

  constructor(client: RegisteredClient, watchedPostId: number) {
    this.client = client
    this.watchedPostId = watchedPostId
  }

  /** Keeps a stream open until the signal aborts. */
  async stayOpen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const openedMs = performance.now()
      // Refused, cut off, or closed: the page sees no difference.
      await this.open(signal).catch(() => undefined)
      this.isOpen = false
      if (performance.now() - openedMs > healthyStreamMs) this.backoff.reset()
      await wait(this.backoff.next(), undefined, { signal }).catch(() => undefined)
    }
  }

  knowsPost({ postId }: Ring): boolean {
    return this.placePostId >= postId
  }

  knowsComment({ commentsCount }: Ring): boolean {
    return this.commentsCount >= commentsCount
  }

  /** Notifications since the page was opened that it has not shown, or not as they are now: one line each. */
  async findMissed(): Promise<string[]> {
    const { notifications } = await this.client.callOk('getNotifications', {})
    return notifications
      .filter(({ id, position }) => position > this.firstPosition && this.positions.get(id) !== position)
      .map(({ id, kind }) => `${kind} ${id} of ${this.client.username}`)
  }

  private async open(signal: AbortSignal): Promise<void> {
    const after = this.lastPosition > 0 ? `&after=${this.lastPosition}` : ''
    const response = await this.client.request(`/api/events?posts=${this.watchedPostId}${after}`, { signal })
    if (response.status !== 200) return void (await response.text())
    this.connections++
    this.isOpen = true
    await readEvents(response, ({ event, data }, lastEventId) => {
      this.lastPosition = Math.max(this.lastPosition, Number(lastEventId))
      this.firstPosition ||= this.lastPosition
      if (event === 'post') this.commentsCount = (data as LiveEvents['post']).comments_count
      if (event === 'notification') this.show(data as Notification)
    })
  }

  private show({ id, position, kind, post_id }: Notification): void {
    this.positions.set(id, Math.max(position, this.positions.get(id) ?? 0))
    if (kind === 'place_post') this.placePostId = Math.max(this.placePostId, post_id ?? -1)
  }
}

export type OpenPages = {
  /** Publishes and comments, each until it is acknowledged. @returns the events that every page should receive. */
  ring: () => Promise<Ring>
  /** How many pages have not received the post, and the comment. */
  countUnaware: (ring: Ring) => { post: number; comment: number }
  /** How many streams are open, and how often pages have opened one so far. */
  count: () => { open: number; connections: number }
  /** Notifications that pages have missed, one line each. */
  findMissed: () => Promise<string[]>
  stop: () => Promise<void>
}

/** Opens a page of each person. @param ringer the author of the posts and comments that they should receive. */
export async function openPages(people: readonly RegisteredClient[], ringer: RegisteredClient): Promise<OpenPages> {
  // Far from where others post.
  const [place] = await ringer.callOk('getNearbyLocations', { lat: 37.5, lon: 15.09 })
  const { post: watched } = await ringer.callOk('createSpot', { text: 'Si sente?', location_id: place!.id })
  await forAll(people, (person) => person.callOk('followPlace', { place_id: place!.id }))
  const pages = people.map((person) => new OpenPage(person, watched.id))
  const stopping = new AbortController()
  const running = Promise.all(pages.map((page) => page.stayOpen(stopping.signal)))
  const untilAcknowledged = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      const result = await call().catch(() => undefined)
      if (result !== undefined) return result
      await wait(callPauseMs)
    }
  }
  return {
    async ring() {
      const { post } = await untilAcknowledged(() =>
        ringer.callOk('createSpot', { text: 'Din don', location_id: place!.id }),
      )
      const { comments_count } = await untilAcknowledged(() =>
        ringer.callOk('addComment', { post_id: watched.id, text: 'Din don' }),
      )
      return { postId: post.id, commentsCount: comments_count }
    },
    countUnaware: (ring) => ({
      post: pages.filter((page) => !page.knowsPost(ring)).length,
      comment: pages.filter((page) => !page.knowsComment(ring)).length,
    }),
    count: () => ({
      open: pages.filter(({ isOpen }) => isOpen).length,
      connections: pages.reduce((sum, { connections }) => sum + connections, 0),
    }),
    findMissed: async () => (await forAll(pages, (page) => page.findMissed())).flat(),
    async stop() {
      stopping.abort()
      await running
    },
  }
}
