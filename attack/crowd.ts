import { sql } from 'kysely'
import type { Input, Output } from '#contract/calls.ts'
import type { CallName } from '#contract/call-paths.ts'
import type { Database } from '#server/database/connect.ts'
import { createPhoto } from '#server/testing/fixtures/test-world.ts'
import { enter, type Somebody } from './somebody.ts'

// People who write all at once, and remember what they were told: what was acknowledged must be there whatever happens to the server.

/** What somebody knows of one thing of theirs: what was acknowledged last, or nothing, since an answer did not come. */
type Known<Value> = Map<number, Value | 'unknown'>

export type Member = {
  id: number
  likes: Known<boolean>
  follows: Known<boolean>
  spotted: Known<boolean>
  /** Whether it is there. */
  posts: Known<boolean>
  comments: Known<boolean>
  acts: () => Promise<void>
}

export type Outcome = { done: number; refused: number; broken: number; statuses: Map<number, number> }

export type Crowd = {
  members: Member[]
  outcome: Outcome
  /** Everybody acts again and again until `stop`. */
  begin: () => { stop: () => Promise<void> }
  /** What was acknowledged and is not as it was said: one line for each. */
  losses: (db: Database) => Promise<string[]>
}

/** @param random between 0 and 1. @param servers where they ask, one each in turn. */
export async function gatherCrowd(servers: string[], size: number, random: () => number): Promise<Crowd> {
  const outcome: Outcome = { done: 0, refused: 0, broken: 0, statuses: new Map() }
  const image = await createPhoto(640, 480)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!

  /** @returns the answer; undefined when none came, or the server could not. */
  const ask = async <Name extends CallName>(
    somebody: Somebody,
    name: Name,
    input: Input<Name>,
  ): Promise<Output<Name> | undefined> => {
    try {
      const { status, body } = await somebody.tries(name, input)
      outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1)
      outcome[status === 200 ? 'done' : 'refused']++
      return status === 200 ? body : undefined
    } catch {
      outcome.broken++
      return undefined
    }
  }

  const famous = await enter(servers[0]!, 'celebre')
  const [place] = await famous.asks('getNearbyLocations', { lat: 45.464, lon: 9.19 })
  const bases: number[] = []
  for (let post = 0; post < 20; post++)
    bases.push((await famous.asks('createSpot', { text: `Piazza ${post}`, location_id: place!.id })).post.id)
  const entered: Somebody[] = []
  for (let index = 0; index < size; index++)
    entered.push(await enter(servers[index % servers.length]!, `folla${index}`))

  const memberOf = (somebody: Somebody): Member => {
    const { id } = somebody
    const member: Member = {
      id,
      likes: new Map(),
      follows: new Map(),
      spotted: new Map(),
      posts: new Map(),
      comments: new Map(),
      acts: async () => undefined,
    }
    const own = (known: Known<boolean>) => [...known].flatMap(([thing, state]) => (state === true ? [thing] : []))
    const tries = async <Name extends CallName>(
      known: Known<boolean>,
      thing: number,
      name: Name,
      input: Input<Name>,
      state: (body: Output<Name>) => boolean,
    ) => {
      known.set(thing, 'unknown')
      const body = await ask(somebody, name, input)
      if (body) known.set(thing, state(body))
    }
    const acts: (() => Promise<unknown>)[] = [
      () => {
        const post = pick(bases)
        return tries(member.likes, post, 'likePost', { post_id: post }, (body) => body.user_liked)
      },
      async () => {
        const body = await ask(somebody, 'addComment', { post_id: pick(bases), text: 'Ci sono anch’io' })
        if (body) member.comments.set(body.comment.id, true)
      },
      async () => {
        const comment = pick(own(member.comments))
        if (comment) await tries(member.comments, comment, 'deleteComment', { comment_id: comment }, () => false)
      },
      async () => {
        const other = pick(entered).id
        if (other === id) return
        if (random() < 0.6) await tries(member.follows, other, 'requestFollow', { followed_id: other }, () => true)
        else await tries(member.follows, other, 'unfollow', { followed_id: other }, () => false)
      },
      () => {
        const [post, action] = [pick(bases), random() < 0.6 ? 'request' : 'withdraw'] as const
        return tries(member.spotted, post, 'requestSpotted', { post_id: post, action }, () => action === 'request')
      },
      async () => {
        const pictured = random() < 0.4
        const body = await ask(somebody, 'createSpot', {
          text: 'Eccomi',
          location_id: place!.id,
          ...(pictured && { image }),
        })
        if (body) member.posts.set(body.post.id, true)
      },
      async () => {
        const post = pick(own(member.posts))
        if (post) await tries(member.posts, post, 'deletePost', { post_id: post }, () => false)
      },
      () => ask(somebody, 'getFeed', { lat: 45.46, lon: 9.19 }),
      () => ask(somebody, 'getNotifications', {}),
    ]
    member.acts = async () => void (await pick(acts)())
    return member
  }
  const members = entered.map(memberOf)

  return {
    members,
    outcome,
    begin() {
      const stopping = new AbortController()
      const acting = Promise.all(
        members.map(async (member) => {
          while (!stopping.signal.aborted) {
            const failures = outcome.broken + outcome.refused
            await member.acts()
            // Who finds a closed door does not run against it.
            if (outcome.broken + outcome.refused > failures) await new Promise((resolve) => setTimeout(resolve, 50))
          }
        }),
      )
      return {
        async stop() {
          stopping.abort()
          await acting
        },
      }
    },
    async losses(db) {
      const lost: string[] = []
      const compare = async (
        what: string,
        known: (member: Member) => Known<boolean>,
        table: string,
        owner: string,
        thing: string,
      ) => {
        const { rows } = await sql<{
          owner: number
          thing: number
        }>`SELECT ${sql.ref(owner)} AS owner, ${sql.ref(thing)} AS thing FROM ${sql.table(table)}`.execute(db)
        const there = new Set(rows.map((row) => `${row.owner} ${row.thing}`))
        for (const member of members) {
          for (const [id, state] of known(member)) {
            if (state !== 'unknown' && state !== there.has(`${member.id} ${id}`))
              lost.push(`${what} ${id} of ${member.id}: acknowledged ${state ? 'there' : 'gone'}`)
          }
        }
      }
      await compare('like of', ({ likes }) => likes, 'post_likes', 'user_id', 'post_id')
      await compare('follow of', ({ follows }) => follows, 'follows', 'follower_id', 'followee_id')
      await compare('spotted', ({ spotted }) => spotted, 'spotted_requests', 'requester_id', 'post_id')
      await compare('post', ({ posts }) => posts, 'posts', 'author_id', 'id')
      await compare('comment', ({ comments }) => comments, 'comments', 'author_id', 'id')
      return lost
    },
  }
}

/** Files and rows of pictures that have no counterpart. */
export async function unpairedPictures(
  db: Database,
  files: string[],
): Promise<{ rowsWithoutFile: string[]; filesWithoutRow: string[] }> {
  const names = new Set((await db.selectFrom('media').select('name').execute()).map(({ name }) => name))
  const present = new Set(files.map((file) => file.replace(/-\d+\.webp$/, '')))
  return {
    rowsWithoutFile: [...names].filter((name) => !present.has(name)),
    filesWithoutRow: [...present].filter((name) => !names.has(name)),
  }
}

/** Comments whose post's author was never told: the work left behind a call that was lost. */
export async function untold(db: Database): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ many: number }>`
    SELECT count(*) AS many FROM comments c JOIN posts p ON p.id = c.post_id
    WHERE p.author_id <> c.author_id AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = p.author_id AND n.kind = 'comment' AND n.post_id = p.id)`.execute(
    db,
  )
  return row?.many ?? 0
}
