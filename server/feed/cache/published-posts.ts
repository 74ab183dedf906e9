import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/connect.ts'
import { type CellCircle, circleAround, type Point } from '#server/platform/geography.ts'
import { findUncheckedPosts } from '#server/posts/posts.queries.ts'
import { type SerializedPost, serializePost } from './cached-page.ts'
import {
  deleteForeignChanges,
  findAuthors,
  findChanges,
  findNewestPosts,
  findOlderPoints,
  findPopulatedCells,
  findPostsOfCells,
  hasAllChanged,
  type PublishedPost,
} from './published-posts.queries.ts'

/** The newest posts of an area, newest first. */
export type NewestPosts = {
  posts: PublishedPost[]
  /** The list contains all posts of the area from this id on; 0 if there are no older ones. */
  completeFrom: number
}
/** The newest posts of an H3 cell of resolution 5, which is 252 km² large. */
export type CellPosts = NewestPosts &
  CellCircle & {
    /**
     * All points of posts older than `completeFrom`; since some of those may have been deleted, it may be more. Null: too
     * many. An area that contains none of them is complete: people at sea do not pay for the town on the coast.
     */
    olderPoints: Point[] | null
  }

/**
 * Newest posts of each cell. A page goes on with the next circle only where memory holds all posts of the cells that
 * the circle before it touches.
 */
const defaultPostsPerCell = 500
/** The points of older posts that are kept for each cell. A town has as many places with posts. */
const maxOlderPoints = 2000
/** Of those, the ones of which the text is in memory too. */
const serializedPerCell = 128
const newestCount = 64
/** Eight times as many as Italy has. A server with posts in more cells does without: it answers by statements. */
const maxCells = 10_000
const maxCharacters = 100_000_000
/** So few that no other request waits for longer than some 10 ms while they are loaded. */
const cellsPerStatement = 8
const postsPerStatement = 500
/** Without a refresh for so long, for example because the database is unreachable, no picture counts as public. */
const maxPictureAgeMs = 60_000
/** Until then the places where somebody has just published are answered by statements. */
const refreshIntervalMs = 100

/**
 * Keeps the newest posts of each cell in memory. They are loaded when the server starts, and when posts are published
 * or deleted or what they show changes. Nothing that anybody asks for changes what is in memory: the time of an answer
 * would reveal to others what was asked (docs/decisions/0037).
 */
export class PublishedPosts {
  readonly cells = new Map<string, CellPosts>()
  everywhere: NewestPosts = { posts: [], completeFrom: 0 }
  /**
   * A snapshot of PostgreSQL: all that it contains is in memory. Null while the posts are loaded for the first time.
   */
  snapshot: string | null = null
  /**
   * `peek` instead of `get` makes none used more recently: beyond the size, those that were loaded first are dropped.
   */
  private readonly serialized = new LRUCache<number, SerializedPost>({
    maxSize: maxCharacters,
    sizeCalculation: ({ json }) => json.length,
    onInsert: ({ publicPictures }) => this.countPictures(publicPictures, 1),
    dispose: ({ publicPictures }) => this.countPictures(publicPictures, -1),
  })
  /** How many of the posts in `serialized` show a public picture, by its name. */
  private readonly postsByPicture = new Map<string, number>()
  private refreshedAtMs = 0
  /** The posts are in too many cells: nothing is loaded until the next start. */
  private isTooLarge = false
  private readonly db: Database
  private readonly postsPerCell: number

  constructor(db: Database, postsPerCell = defaultPostsPerCell) {
    this.db = db
    this.postsPerCell = postsPerCell
  }

  /** Whether everybody may see a picture, as far as is known here. It may have changed since the last refresh. */
  isPublicPicture = (name: string): boolean =>
    this.snapshot !== null && Date.now() - this.refreshedAtMs < maxPictureAgeMs && this.postsByPicture.has(name)

  serializedPost = (id: number): SerializedPost | undefined => this.serialized.peek(id)

  /** Loads everything at first, afterwards what has changed. */
  async refresh(): Promise<void> {
    if (this.isTooLarge) return
    const now = await findChanges(this.db, this.snapshot)
    if (!now) throw new Error('the database returned no snapshot')
    const changes = now.changes ?? []
    if (hasAllChanged(changes)) this.clear()
    if (this.snapshot !== null) await this.loadChanges(changes)
    else await this.loadAll()
    if (this.isTooLarge) return
    // The loaded posts may be newer than the snapshot: then they count as changed until the next refresh.
    this.snapshot = now.snapshot
    this.refreshedAtMs = Date.now()
  }

  private countPictures(names: string[], amount: 1 | -1): void {
    for (const name of names) {
      const count = (this.postsByPicture.get(name) ?? 0) + amount
      if (count > 0) this.postsByPicture.set(name, count)
      else this.postsByPicture.delete(name)
    }
  }

  private clear(): void {
    this.snapshot = null
    this.cells.clear()
    this.serialized.clear()
  }

  private async loadAll(): Promise<void> {
    await deleteForeignChanges(this.db)
    const cells = await findPopulatedCells(this.db, maxCells + 1)
    this.isTooLarge = cells.length > maxCells
    if (this.isTooLarge) return
    await this.loadCells(cells.map(({ cell }) => cell))
    await this.loadEverywhere()
  }

  private async loadChanges(changes: string[]): Promise<void> {
    const changedIds = (subject: string) =>
      changes.filter((key) => key.startsWith(`${subject}:`)).map((key) => key.slice(subject.length + 1))
    const cells = changedIds('cell')
    await this.loadCells(cells)
    if (cells.length > 0) await this.loadEverywhere()
    await this.loadTexts(
      changedIds('post')
        .map(Number)
        .filter((id) => this.serialized.has(id)),
    )
    const authorIds = new Set(changedIds('author').map(Number))
    const placeIds = new Set(changedIds('place').map(Number))
    if (authorIds.size > 0) await this.loadAuthors(authorIds)
    if (authorIds.size > 0 || placeIds.size > 0) await this.serializeAgain({ authorIds, placeIds })
  }

  private async loadCells(cells: string[]): Promise<void> {
    for (const chunk of chunks(cells, cellsPerStatement)) {
      const rows = await findPostsOfCells(this.db, chunk, this.postsPerCell)
      const postsByCell = Map.groupBy(rows, ({ cell }) => cell)
      const older = await this.findOlderPointsOf(chunk, postsByCell)
      for (const cell of chunk) this.setCell(cell, postsByCell.get(cell) ?? [], older.get(cell) ?? null)
      await this.serialize([...postsByCell.values()].flatMap((posts) => posts.slice(0, serializedPerCell)))
    }
  }

  private setCell(cell: string, posts: PublishedPost[], olderPoints: Point[] | null): void {
    this.forgetTexts(this.cells.get(cell)?.posts ?? [], posts)
    if (posts.length === 0) return void this.cells.delete(cell)
    this.cells.set(cell, { ...circleAround(cell), ...toNewestPosts(posts, this.postsPerCell), olderPoints })
  }

  /** Forgets the texts of posts that are deleted, or no longer among the newest: their pictures count as public. */
  private forgetTexts(before: PublishedPost[], now: PublishedPost[]): void {
    const remaining = new Set(now.map(({ id }) => id))
    for (const { id } of before) if (!remaining.has(id)) this.serialized.delete(id)
  }

  /**
   * Returns the points of older posts of cells by adding those that are no longer among the newest. They are read from
   * the table only for a new cell, and after more posts than memory holds.
   */
  private async findOlderPointsOf(
    cells: string[],
    postsByCell: Map<string, PublishedPost[]>,
  ): Promise<Map<string, Point[] | null>> {
    const points = new Map<string, Point[] | null>()
    const unknown = new Map<string, number>()
    for (const cell of cells) {
      const { completeFrom } = toNewestPosts(postsByCell.get(cell) ?? [], this.postsPerCell)
      const known = this.cells.get(cell)
      if (completeFrom === 0) points.set(cell, [])
      else if (known?.posts[0] && known.posts[0].id >= completeFrom) points.set(cell, addOlder(known, completeFrom))
      else unknown.set(cell, completeFrom)
    }
    if (unknown.size === 0) return points
    const rows = await findOlderPoints(this.db, [...unknown.keys()], [...unknown.values()], maxOlderPoints + 1)
    const found = Map.groupBy(rows, ({ cell }) => cell)
    for (const cell of unknown.keys()) points.set(cell, limitPoints(found.get(cell) ?? []))
    return points
  }

  private async loadEverywhere(): Promise<void> {
    const posts = await findNewestPosts(this.db, newestCount)
    this.everywhere = toNewestPosts(posts, newestCount)
    await this.serialize(posts)
  }

  /** Updates who may see the posts of these people. Answers in progress keep the lists that they began with. */
  private async loadAuthors(authorIds: Set<number>): Promise<void> {
    const authors = await findAuthors(this.db, [...authorIds])
    const update = (posts: PublishedPost[]) => posts.map((post) => ({ ...post, ...authors.get(post.author_id) }))
    const isAffected = ({ posts }: NewestPosts) => posts.some((post) => authors.has(post.author_id))
    for (const [cell, known] of this.cells)
      if (isAffected(known)) this.cells.set(cell, { ...known, posts: update(known.posts) })
    this.everywhere = { ...this.everywhere, posts: update(this.everywhere.posts) }
  }

  /** Writes posts as JSON that are not in memory yet. */
  private async serialize(posts: { id: number }[]): Promise<void> {
    await this.loadTexts(posts.map(({ id }) => id).filter((id) => !this.serialized.has(id)))
  }

  private async loadTexts(postIds: number[]): Promise<void> {
    for (const ids of chunks(postIds, postsPerStatement))
      for (const row of await findUncheckedPosts(this.db, ids)) this.serialized.set(row.id, serializePost(row))
  }

  /** Writes the posts again that show one of these people or places. */
  private async serializeAgain({ authorIds, placeIds }: { authorIds: Set<number>; placeIds: Set<number> }) {
    const ids: number[] = []
    for (const [id, { authorId, placeId }] of this.serialized.entries())
      if (authorIds.has(authorId) || placeIds.has(placeId)) ids.push(id)
    await this.loadTexts(ids)
  }
}

const limitPoints = (points: Point[]) => (points.length > maxOlderPoints ? null : points)

/** Returns the points of older posts, with those of posts that were among the newest and are older now. */
function addOlder({ olderPoints, posts }: CellPosts, completeFrom: number): Point[] | null {
  if (olderPoints === null) return null
  const byText = new Map(olderPoints.map((point) => [`${point.latitude} ${point.longitude}`, point]))
  for (const { id, latitude, longitude } of posts)
    if (id < completeFrom) byText.set(`${latitude} ${longitude}`, { latitude, longitude })
  return limitPoints([...byText.values()])
}

/** @param limit fewer posts are all that there are. */
const toNewestPosts = (posts: PublishedPost[], limit: number): NewestPosts => ({
  posts,
  completeFrom: posts.length < limit ? 0 : (posts.at(-1)?.id ?? 0),
})

function* chunks<Item>(items: Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** Refreshes the posts until `stop`. @param onError a refresh failed; the next one tries again. */
export function keepRefreshing(
  posts: PublishedPosts,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) {
      await posts.refresh().catch(onError)
      await wait(refreshIntervalMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}
