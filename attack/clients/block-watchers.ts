import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Output } from '#contract/calls.ts'
import type { Database } from '#server/database/connect.ts'
import { type RegisteredClient, registerClient } from '#server/testing/fixtures/api-client.ts'

// Readers block authors, read the feed on every server, and unblock: no feed that is asked for after an acknowledged
// block may show a post that it hides.

/** Towns far apart: in each the first page of the feed begins with the posts of one author. */
const towns = [
  { lat: 38.12, lon: 13.36 },
  { lat: 39.22, lon: 9.12 },
  { lat: 40.85, lon: 14.27 },
  { lat: 41.12, lon: 16.87 },
  { lat: 43.77, lon: 11.25 },
  { lat: 45.65, lon: 13.77 },
]
const pauseMs = 50
/** Feeds of each server between a block and its end. */
const feedsPerBlock = 3

type Feed = { posts: { user_id: number }[] }

class Watcher {
  /** The last acknowledged state. */
  isBlocked: boolean | 'unknown' = false
  feedsWhileBlocked = 0
  feedsWithPosts = 0
  leaks = 0
  readonly reader: RegisteredClient
  readonly author: RegisteredClient
  private readonly placeId: number
  private readonly feedUrls: string[]

  constructor(reader: RegisteredClient, author: RegisteredClient, place: { id: number; feedUrls: string[] }) {
    this.reader = reader
    this.author = author
    this.placeId = place.id
    this.feedUrls = place.feedUrls
  }

  /** Blocks, reads on every server, unblocks, reads; what is refused is tried again until it is acknowledged. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.setBlock(true, signal)
      // A new post changes what the servers hold in memory for this place.
      if (!signal.aborted) await this.publish()
      await this.readEverywhere(signal)
      await this.setBlock(false, signal)
      await this.readEverywhere(signal)
    }
  }

  async publish(): Promise<void> {
    await this.author.call('createSpot', { text: 'Da qui', location_id: this.placeId }).catch(() => undefined)
  }

  /** Reads until each server has answered some times. */
  async readEverywhere(signal: AbortSignal): Promise<void> {
    for (const url of this.feedUrls)
      for (let read = 0; read < feedsPerBlock && !signal.aborted;) if (await this.read(url)) read++
  }

  /** @returns whether the server answered. */
  async read(url: string): Promise<boolean> {
    const reply = await this.reader.request(url).catch(() => undefined)
    const body = reply?.status === 200 ? ((await reply.json().catch(() => undefined)) as Feed | undefined) : undefined
    if (!body) {
      await wait(pauseMs)
      return false
    }
    const shows = body.posts.some(({ user_id }) => user_id === this.author.id)
    if (this.isBlocked === true) this.feedsWhileBlocked++
    if (this.isBlocked === true && shows) this.leaks++
    if (this.isBlocked === false && shows) this.feedsWithPosts++
    return true
  }

  private async setBlock(isBlocked: boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.isBlocked = 'unknown'
      const input = { blocked_id: this.author.id }
      const reply = await this.reader.call(isBlocked ? 'blockUser' : 'unblockUser', input).catch(() => undefined)
      if (reply?.status === 200) {
        this.isBlocked = isBlocked
        return
      }
      await wait(pauseMs)
    }
  }
}

export type BlockWatchers = {
  start: () => { stop: () => Promise<void> }
  /**
   * So far: feeds answered after an acknowledged block, those of them that showed what it hides, and feeds that showed
   * it while there was no block.
   */
  count: () => { feedsWhileBlocked: number; leaks: number; feedsWithPosts: number }
  /** Acknowledged blocks and unblocks that the rows contradict, one line each. */
  findLosses: (db: Database) => Promise<string[]>
}

/** @param serverUrls readers and authors are distributed over them; all are read. */
export async function createBlockWatchers(serverUrls: string[], count: number): Promise<BlockWatchers> {
  const watchers: Watcher[] = []
  for (const [index, { lat, lon }] of towns.slice(0, count).entries()) {
    const url = serverUrls[index % serverUrls.length]!
    const reader = await registerClient(url, `lettore${index}`)
    const author = await registerClient(url, `autore${index}`)
    const places: Output<'getNearbyLocations'> = await author.callOk('getNearbyLocations', { lat, lon })
    const feedUrls = serverUrls.map((server) => `${server}/api/feed/get_feed.php?lat=${lat}&lon=${lon}`)
    const watcher = new Watcher(reader, author, { id: places[0]!.id, feedUrls })
    await watcher.publish()
    watchers.push(watcher)
  }
  const sumOf = (of: (watcher: Watcher) => number) => watchers.reduce((sum, watcher) => sum + of(watcher), 0)
  return {
    start() {
      const stopping = new AbortController()
      const running = Promise.all(watchers.map((watcher) => watcher.run(stopping.signal)))
      return {
        async stop() {
          stopping.abort()
          await running
        },
      }
    },
    count: () => ({
      feedsWhileBlocked: sumOf((watcher) => watcher.feedsWhileBlocked),
      leaks: sumOf((watcher) => watcher.leaks),
      feedsWithPosts: sumOf((watcher) => watcher.feedsWithPosts),
    }),
    async findLosses(db) {
      const { rows } = await sql<{ pair: string }>`
        SELECT blocker_id || ' ' || blocked_id AS pair FROM blocks`.execute(db)
      const present = new Set(rows.map(({ pair }) => pair))
      return watchers
        .filter(({ isBlocked, reader, author }) => {
          return isBlocked !== 'unknown' && isBlocked !== present.has(`${reader.id} ${author.id}`)
        })
        .map(({ isBlocked, reader, author }) => {
          return `block of ${author.id} by ${reader.id}: acknowledged as ${isBlocked ? 'present' : 'deleted'}`
        })
    },
  }
}
