import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction, isRolledBack } from '#server/database/transaction.ts'
import { notFound } from '#server/platform/refusal.ts'
import { lockAvailablePosts, lockPost } from './posts.queries.ts'

/** Something that somebody does to a post. */
export type PostMutation = { viewerId: number; postId: number }
/** Its doer may see the post, whose row is locked. */
export type AuthorizedPostMutation<Doing extends PostMutation> = Doing & { authorId: number }

/** As many as one transaction takes. */
const atOnce = 32

const isSame = (one: PostMutation) => (other: PostMutation) =>
  one.viewerId === other.viewerId && one.postId === other.postId

/**
 * Has one thing done to posts by those who may see them, one after the other on each post, so that what hangs on it and its counters agree.
 * What comes in the same moment shares a transaction: what that costs is paid once, and a post that many like at once is counted up once.
 * A deed on a post that somebody else holds, or that came twice, has a transaction of its own: nobody waits for a stranger's post.
 * @param doAll does what it is given, of each person once to each post; what it answers is in that order.
 * @returns does one deed. Throws a Refusal 404.
 */
export function createPostMutationBatcher<Doing extends PostMutation, Done extends object>(
  db: Database,
  doAll: (trx: Database, deeds: AuthorizedPostMutation<Doing>[]) => Promise<Done[]>,
): (deed: Doing) => Promise<Done> {
  const doAlone = (deed: Doing) =>
    inTransaction(db, async (trx) => {
      const post = await lockPost(trx, deed.viewerId, deed.postId)
      const [done] = post ? await doAll(trx, [{ ...deed, authorId: post.author_id }]) : []
      if (!done) throw notFound()
      return done
    })

  const doMany = (deeds: Doing[]) =>
    inTransaction(db, async (trx) => {
      const free = await lockAvailablePosts(
        trx,
        deeds.map(({ viewerId }) => viewerId),
        deeds.map(({ postId }) => postId),
      )
      const authors = new Map(free.map(({ at, author_id }) => [at, author_id]))
      const allowed = deeds.flatMap((deed, at) => {
        const authorId = authors.get(at + 1)
        return authorId === undefined ? [] : [{ deed, allowed: { ...deed, authorId } }]
      })
      const done =
        allowed.length > 0
          ? await doAll(
              trx,
              allowed.map((one) => one.allowed),
            )
          : []
      return new Map(allowed.map(({ deed }, at) => [deed, done[at]]))
    })

  const gather = createBatcher<Doing, Done | undefined>(atOnce, async (deeds) => {
    if (deeds.length === 1) return [undefined]
    const once = deeds.filter((deed, at) => deeds.findIndex(isSame(deed)) === at)
    // What one of them may not is refused to all: then each is done alone, and to that one only it is.
    const done = await doMany(once).catch((error: unknown) => {
      if (!isRolledBack(error)) throw error
      return new Map<Doing, Done>()
    })
    return deeds.map((deed) => done.get(deed))
  })
  return async (deed) => (await gather(deed)) ?? doAlone(deed)
}
