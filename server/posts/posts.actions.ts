import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePicture, insertPicture } from '#server/media/media.queries.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import { findPlace } from '#server/places/places.queries.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { deleteSpottedOfPost } from '#server/spotted/spotted.queries.ts'
import { type AuthorizedPostMutation, type PostMutation, createPostMutationBatcher } from './posts.batches.ts'
import { deletePost as deleteRow, insertPost, lockPost, toggleLikes } from './posts.queries.ts'
import { canDeletePost } from './posts.rules.ts'
import { postsText } from './posts.text.ts'

export type NewPost = { text: string; placeId: number; followersOnly: boolean; image: string | null }

/**
 * Publishes a post. The picture's files are written first, so that no row ever names a missing file.
 * @returns the post's id. Throws a Refusal 404 (no such place), 413 or 415 (picture).
 */
export async function createPost(
  db: Database,
  pictures: PictureStore,
  jobs: JobQueue,
  authorId: number,
  { text, placeId, followersOnly, image }: NewPost,
): Promise<number> {
  if (!(await findPlace(db, authorId, placeId))) throw new Refusal(404, postsText.noSuchPlace)
  const picture = image ? await pictures.save(image) : null
  return pictures.claim(picture, () =>
    inTransaction(db, async (trx) => {
      const mediaId = picture && (await insertPicture(trx, picture))
      const id = await insertPost(trx, { authorId, placeId, text, followersOnly, mediaId })
      if (id === undefined) throw new Refusal(404, postsText.noSuchPlace)
      await jobs.add(trx, 'fanOut', { post: id, audience: 'followers', after: 0 })
      return id
    }),
  )
}

/** Deletes a post with its likes, comments and picture. Throws a Refusal 404 or 403. */
export async function deletePost(
  db: Database,
  pictures: PictureStore,
  viewerId: number,
  postId: number,
): Promise<void> {
  const picture = await inTransaction(db, async (trx) => {
    const post = await lockPost(trx, viewerId, postId)
    if (!post) throw notFound()
    if (!canDeletePost(viewerId, post)) throw new Refusal(403, postsText.notYours)
    await deleteSpottedOfPost(trx, postId)
    const deleted = await deleteRow(trx, postId)
    return deleted?.media_id ? deletePicture(trx, deleted.media_id) : undefined
  })
  // After the commit: a rolled back deletion keeps its picture, and the sweep takes what a crash leaves here.
  if (picture) await pictures.remove(picture.name)
}

/** Likes a post, or takes the like back. Throws a Refusal 404. */
export const createLikePost = (
  db: Database,
  jobs: JobQueue,
): ((deed: PostMutation) => Promise<{ user_liked: boolean; likes_count: number }>) =>
  createPostMutationBatcher(db, async (trx, deeds: AuthorizedPostMutation<PostMutation>[]) => {
    const states = await toggleLikes(
      trx,
      deeds.map(({ viewerId }) => viewerId),
      deeds.map(({ postId }) => postId),
    )
    await jobs.add(
      trx,
      'activity',
      ...deeds.map(({ viewerId, postId, authorId }, at) => ({
        post: postId,
        notify: states[at]?.user_liked
          ? { recipientId: authorId, actorId: viewerId, trigger: { kind: 'like' as const, post: postId } }
          : undefined,
      })),
    )
    return states
  })
