import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { inTransaction, isRolledBack } from '#server/database/transaction.ts'
import { notFound } from '#server/platform/refusal.ts'
import { lockAvailablePosts, lockPost, type VisiblePost } from './posts.queries.ts'

/** A viewer's change to a post. */
export type PostMutation = { viewerId: number; postId: number }
/** The viewer may see the post, and the transaction holds its row. */
export type AuthorizedMutation<Mutation extends PostMutation> = Mutation & { post: Locked<VisiblePost> }

/** Applies mutations, at most one per viewer and post. @returns the results in the same order. */
type ApplyMutations<Mutation extends PostMutation, Result> = (
  trx: Database,
  mutations: AuthorizedMutation<Mutation>[],
) => Promise<Result[]>

const maxBatchSize = 32

const isSameMutation = (one: PostMutation) => (other: PostMutation) =>
  one.viewerId === other.viewerId && one.postId === other.postId

/** Applies a mutation in a transaction of its own. Throws a Refusal 404. */
const applyAlone = <Mutation extends PostMutation, Result>(
  db: Database,
  apply: ApplyMutations<Mutation, Result>,
  mutation: Mutation,
) =>
  inTransaction(db, async (trx) => {
    const post = await lockPost(trx, mutation.viewerId, mutation.postId)
    const [result] = post ? await apply(trx, [{ ...mutation, post }]) : []
    if (!result) throw notFound()
    return result
  })

/** Applies the mutations whose posts are visible and not locked elsewhere. @returns their results. */
const applyTogether = <Mutation extends PostMutation, Result>(
  db: Database,
  apply: ApplyMutations<Mutation, Result>,
  mutations: Mutation[],
) =>
  inTransaction(db, async (trx) => {
    const posts = await lockAvailablePosts(
      trx,
      mutations.map(({ viewerId }) => viewerId),
      mutations.map(({ postId }) => postId),
    )
    const authorized = posts.flatMap((post) => {
      const mutation = mutations[post.row_number - 1]
      return mutation ? [{ mutation, authorized: { ...mutation, post } }] : []
    })
    if (authorized.length === 0) return new Map<Mutation, Result | undefined>()
    const results = await apply(
      trx,
      authorized.map((one) => one.authorized),
    )
    return new Map(authorized.map(({ mutation }, index) => [mutation, results[index]]))
  })

/**
 * Merges concurrent mutations into one transaction, so that its cost, and the update of a counter, is paid once.
 * A mutation runs alone if it is the only one, if another transaction has locked its post (nobody waits for the lock
 * of another post), or if the same viewer has another one for the same post. With 32 clients a server adds
 * twice as many comments per second. See docs/decisions/0025.
 * @returns a function that applies one mutation. It throws a Refusal 404 if the viewer may not see the post.
 */
export function createPostMutationBatcher<Mutation extends PostMutation, Result extends object>(
  db: Database,
  apply: ApplyMutations<Mutation, Result>,
): (mutation: Mutation) => Promise<Result> {
  const batch = createBatcher<Mutation, Result | undefined>(maxBatchSize, async (mutations) => {
    if (mutations.length === 1) return [undefined]
    const unique = mutations.filter((mutation, index) => mutations.findIndex(isSameMutation(mutation)) === index)
    // If the database refuses one mutation, all are rolled back; each then runs alone, and only that one fails.
    const results = await applyTogether(db, apply, unique).catch((error: unknown) => {
      if (!isRolledBack(error)) throw error
      return new Map<Mutation, Result | undefined>()
    })
    return mutations.map((mutation) => results.get(mutation))
  })
  return async (mutation) => (await batch(mutation)) ?? applyAlone(db, apply, mutation)
}
