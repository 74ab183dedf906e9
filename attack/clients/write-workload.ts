import { setTimeout as wait } from 'node:timers/promises'
import type { Input, Output } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import type { Database } from '#server/database/connect.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type RegisteredClient, registerClient, registerClients } from '#server/testing/fixtures/api-client.ts'
import { sql } from '#server/testing/sql.ts'

// Many clients write concurrently and record what the server acknowledged, so that a test can compare it with the rows.

/** The last acknowledged state of each thing, by id; `unknown` when the reply was lost. */
type Acknowledged = Map<number, boolean | 'unknown'>

/** Calls by outcome: 200; another status; no reply. */
type Outcome = {
  succeeded: number
  refused: number
  failed: number
  statuses: Map<number, number>
}

type Shared = {
  outcome: Outcome
  random: () => number
  /** Posts of one famous author, which everybody likes and comments. */
  posts: readonly number[]
  clients: readonly RegisteredClient[]
  placeId: number
  image: string
}

export type WriteWorkload = {
  outcome: Outcome
  /**
   * Lets every user act repeatedly until `stop`, which waits for the calls in flight. After `stopHalf` every second one
   * does nothing more: people who continue would change lost rows again, and so hide the loss.
   */
  start: () => { stop: () => Promise<void>; stopHalf: () => Promise<void> }
  /** Acknowledged states that the rows contradict, one line each. `which`: only of the users that `stopHalf` stops. */
  findLosses: (db: Database, which?: 'all' | 'stopped') => Promise<string[]>
}

/** Pause after a failed or refused call, so that a stopped server is not flooded. */
const retryPauseMs = 50

/** One user of the workload. */
class Writer {
  readonly likes: Acknowledged = new Map()
  readonly follows: Acknowledged = new Map()
  readonly spotted: Acknowledged = new Map()
  readonly posts: Acknowledged = new Map()
  readonly comments: Acknowledged = new Map()
  readonly client: RegisteredClient
  private readonly shared: Shared

  constructor(client: RegisteredClient, shared: Shared) {
    this.client = client
    this.shared = shared
  }

  private readonly actions: (() => Promise<unknown>)[] = [
    () => this.likePost(),
    () => this.addComment(),
    () => this.deleteComment(),
    () => this.changeFollow(),
    () => this.changeSpotted(),
    () => this.createPost(),
    () => this.deletePost(),
    () => this.call('getFeed', { lat: 45.46, lon: 9.19 }),
    () => this.call('getNotifications', {}),
  ]

  async actRandomly(): Promise<void> {
    await this.pick(this.actions)()
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.shared.random() * items.length)]!
  }

  private pickOwn(acknowledged: Acknowledged): number | undefined {
    return this.pick([...acknowledged].flatMap(([id, state]) => (state === true ? [id] : [])))
  }

  /** @returns the body; undefined when no reply came or the call was refused. */
  private async call<Name extends CallName>(name: Name, input: Input<Name>): Promise<Output<Name> | undefined> {
    const { outcome } = this.shared
    try {
      const { status, body } = await this.client.call(name, input)
      outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1)
      outcome[status === 200 ? 'succeeded' : 'refused']++
      return status === 200 ? body : undefined
    } catch {
      outcome.failed++
      return undefined
    }
  }

  /** Makes a call that changes the state of one thing and records the acknowledged state. */
  private async change<Name extends CallName>(
    thing: { acknowledged: Acknowledged; id: number },
    call: { name: Name; input: Input<Name> },
    stateOf: (body: Output<Name>) => boolean,
  ): Promise<void> {
    thing.acknowledged.set(thing.id, 'unknown')
    const body = await this.call(call.name, call.input)
    if (body) thing.acknowledged.set(thing.id, stateOf(body))
  }

  private likePost() {
    const id = this.pick(this.shared.posts)
    const call = { name: 'likePost', input: { post_id: id } } as const
    return this.change({ acknowledged: this.likes, id }, call, (body) => body.user_liked)
  }

  private async addComment() {
    const body = await this.call('addComment', { post_id: this.pick(this.shared.posts), text: 'Ci sono anch’io' })
    if (body) this.comments.set(body.comment.id, true)
  }

  private async deleteComment() {
    const id = this.pickOwn(this.comments)
    if (id === undefined) return
    const call = { name: 'deleteComment', input: { comment_id: id } } as const
    await this.change({ acknowledged: this.comments, id }, call, () => false)
  }

  private async changeFollow() {
    const { id } = this.pick(this.shared.clients)
    if (id === this.client.id) return
    const follows = this.shared.random() < 0.6
    const call = { name: follows ? 'requestFollow' : 'unfollow', input: { followed_id: id } } as const
    await this.change({ acknowledged: this.follows, id }, call, () => follows)
  }

  private changeSpotted() {
    const id = this.pick(this.shared.posts)
    const action = this.shared.random() < 0.6 ? 'request' : 'withdraw'
    const call = { name: 'requestSpotted', input: { post_id: id, action } } as const
    return this.change({ acknowledged: this.spotted, id }, call, () => action === 'request')
  }

  private async createPost() {
    const { image, placeId, random } = this.shared
    const body = await this.call('createSpot', {
      text: 'Eccomi',
      location_id: placeId,
      ...(random() < 0.4 && { image }),
    })
    if (body) this.posts.set(body.post.id, true)
  }

  private async deletePost() {
    const id = this.pickOwn(this.posts)
    if (id === undefined) return
    const call = { name: 'deletePost', input: { post_id: id } } as const
    await this.change({ acknowledged: this.posts, id }, call, () => false)
  }
}

const compared = [
  {
    what: 'like of post',
    table: 'post_likes',
    owner: 'user_id',
    thing: 'post_id',
    of: (writer: Writer) => writer.likes,
  },
  {
    what: 'follow of',
    table: 'follows',
    owner: 'follower_id',
    thing: 'followee_id',
    of: ({ follows }: Writer) => follows,
  },
  {
    what: 'Spotted of post',
    table: 'spotted_requests',
    owner: 'requester_id',
    thing: 'post_id',
    of: ({ spotted }: Writer) => spotted,
  },
  { what: 'post', table: 'posts', owner: 'author_id', thing: 'id', of: ({ posts }: Writer) => posts },
  { what: 'comment', table: 'comments', owner: 'author_id', thing: 'id', of: ({ comments }: Writer) => comments },
]

async function findLosses(db: Database, writers: Writer[]): Promise<string[]> {
  const losses: string[] = []
  for (const { what, table, owner, thing, of } of compared) {
    const { rows } = await sql<{ owner: number; thing: number }>`
      SELECT ${sql.id(owner)} AS owner, ${sql.id(thing)} AS thing FROM ${sql.id(table)}`.execute(db)
    const present = new Set(rows.map((row) => `${row.owner} ${row.thing}`))
    for (const writer of writers)
      for (const [id, state] of of(writer))
        if (state !== 'unknown' && state !== present.has(`${writer.client.id} ${id}`))
          losses.push(`${what} ${id} by ${writer.client.id}: acknowledged as ${state ? 'present' : 'deleted'}`)
  }
  return losses
}

/** Two neighbours belong to the same half, so that both halves use all servers. */
const halfOf = (index: number) => (index >> 1) % 2
const stoppedHalf = 1

/**
 * @param serverUrls users are distributed over them.
 * @param random returns numbers between 0 and 1.
 */
export async function createWriteWorkload(
  serverUrls: string[],
  userCount: number,
  random: () => number,
): Promise<WriteWorkload> {
  const author = await registerClient(serverUrls[0]!, 'celebre')
  const [place] = await author.callOk('getNearbyLocations', { lat: 45.464, lon: 9.19 })
  const posts: number[] = []
  for (let index = 0; index < 20; index++)
    posts.push((await author.callOk('createSpot', { text: `Piazza ${index}`, location_id: place!.id })).post.id)
  const clients = await registerClients(
    serverUrls,
    Array.from({ length: userCount }, (_, index) => `folla${index}`),
  )

  const outcome: Outcome = { succeeded: 0, refused: 0, failed: 0, statuses: new Map() }
  const shared: Shared = { outcome, random, posts, clients, placeId: place!.id, image: await createPhoto(640, 480) }
  const writers = clients.map((client) => new Writer(client, shared))

  async function actUntil(writer: Writer, signal: AbortSignal) {
    while (!signal.aborted) {
      const failuresBefore = outcome.failed + outcome.refused
      await writer.actRandomly()
      if (outcome.failed + outcome.refused > failuresBefore) await wait(retryPauseMs)
    }
  }

  return {
    outcome,
    start() {
      const halves = [new AbortController(), new AbortController()]
      const running = writers.map((writer, index) => actUntil(writer, halves[halfOf(index)]!.signal))
      return {
        async stop() {
          for (const half of halves) half.abort()
          await Promise.all(running)
        },
        async stopHalf() {
          halves[stoppedHalf]!.abort()
          await Promise.all(running.filter((_, index) => halfOf(index) === stoppedHalf))
        },
      }
    },
    findLosses: (db, which = 'all') =>
      findLosses(
        db,
        writers.filter((_, index) => which === 'all' || halfOf(index) === stoppedHalf),
      ),
  }
}

/** Pictures whose row or file is missing. */
export async function findUnpairedPictures(
  db: Database,
  files: string[],
): Promise<{ rowsWithoutFile: string[]; filesWithoutRow: string[] }> {
  const names = new Set((await sql<{ name: string }>`SELECT name FROM media`.all(db)).map(({ name }) => name))
  const stored = new Set(files.map((file) => file.replace(/-\d+\.webp$/, '')))
  return {
    rowsWithoutFile: [...names].filter((name) => !stored.has(name)),
    filesWithoutRow: [...stored].filter((name) => !names.has(name)),
  }
}

/** Counts comments whose post's author has no notification: a lost job. */
export async function countMissingNotifications(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM comments c JOIN posts p ON p.id = c.post_id
    WHERE p.author_id <> c.author_id AND NOT EXISTS (
      SELECT 1 FROM notifications n WHERE n.user_id = p.author_id AND n.kind = 'comment' AND n.post_id = p.id)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
