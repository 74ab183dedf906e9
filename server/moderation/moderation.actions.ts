import type { Parsed } from '#contract/calls.ts'
import { findVisibleComment } from '#server/comments/comments.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findPost } from '#server/posts/posts.queries.ts'
import { findStory } from '#server/stories/stories.queries.ts'
import { deleteSpottedBetween, lockPostsBetween } from '#server/spotted/spotted.queries.ts'
import { deleteFollow, findProfile, lockPeople } from '#server/users/users.queries.ts'
import { insertBlock, isBlockable, upsertReport } from './moderation.queries.ts'
import { moderationText } from './moderation.text.ts'

/** Hides two people from each other and ends what there is between them: follows, and who recognised themselves in a post of the other. Throws a Refusal 400 (oneself) or 404. */
export function blockUser(db: Database, viewerId: number, blockedId: number): Promise<void> {
  if (blockedId === viewerId) throw new Refusal(400, moderationText.notYourself)
  return inTransaction(db, async (trx) => {
    // Posts before people, as a request and its answer hold them.
    await lockPostsBetween(trx, viewerId, blockedId)
    await lockPeople(trx, [viewerId, blockedId])
    if (!(await isBlockable(trx, viewerId, blockedId))) throw notFound()
    await insertBlock(trx, viewerId, blockedId)
    await deleteFollow(trx, viewerId, blockedId)
    await deleteFollow(trx, blockedId, viewerId)
    await deleteSpottedBetween(trx, viewerId, blockedId)
  })
}

/** Whose the thing is; undefined when the viewer may not see it. */
const ownerOf: Record<Parsed<'report'>['target_type'], (db: Database, viewerId: number, id: number) => Promise<number | undefined>> = {
  post: async (db, viewerId, id) => (await findPost(db, viewerId, id))?.author_id,
  comment: async (db, viewerId, id) => (await findVisibleComment(db, viewerId, id))?.author_id,
  story: async (db, viewerId, id) => (await findStory(db, viewerId, id))?.author_id,
  user: async (db, viewerId, id) => (await findProfile(db, viewerId, id))?.id,
}

/** Stores a report for the moderators. Throws a Refusal 400 (one's own) or 404. */
export async function report(db: Database, viewerId: number, { target_type, target_id, reason, text }: Parsed<'report'>): Promise<void> {
  const userId = await ownerOf[target_type](db, viewerId, target_id)
  if (userId === undefined) throw notFound()
  if (userId === viewerId) throw new Refusal(400, moderationText.notYours)
  await upsertReport(db, viewerId, { type: target_type, id: target_id, userId }, reason, text)
}
