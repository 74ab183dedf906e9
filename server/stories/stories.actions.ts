import { liveStoriesLimit } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePicture, insertPicture } from '#server/media/media.queries.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import { findPlace } from '#server/places/places.queries.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { lockUsers } from '#server/users/users.queries.ts'
import {
  countLiveStories,
  deleteExpiredBatch,
  deleteLike,
  deleteStory as deleteRow,
  findStory,
  insertLike,
  insertStory,
  insertView,
  lockStory,
  type StoryLikes,
} from './stories.queries.ts'
import { canDeleteStory } from './stories.rules.ts'
import { storiesText } from './stories.text.ts'

async function refuseTooMany(db: Database, authorId: number): Promise<void> {
  if ((await countLiveStories(db, authorId)) >= liveStoriesLimit) throw new Refusal(409, storiesText.tooMany)
}

/**
 * Publishes a story. The picture's files are written first, so that no row ever names a missing file;
 * when the row is refused they are taken away again.
 * @returns the story's id. Throws a Refusal 404 (no such place), 409 (too many), 413 or 415 (picture).
 */
export async function createStory(
  db: Database,
  pictures: PictureStore,
  authorId: number,
  { image, placeId }: { image: string; placeId: number | null },
): Promise<number> {
  if (placeId !== null && !(await findPlace(db, authorId, placeId))) throw new Refusal(404, storiesText.noSuchPlace)
  await refuseTooMany(db, authorId)
  const picture = await pictures.save(image)
  return pictures.claim(picture, () =>
    inTransaction(db, async (trx) => {
      // One after the other, or two at once would both be the last that is allowed.
      await lockUsers(trx, [authorId])
      await refuseTooMany(trx, authorId)
      return insertStory(trx, { author_id: authorId, place_id: placeId, media_id: await insertPicture(trx, picture) })
    }),
  )
}

/** Deletes a story with its likes, views and picture. Throws a Refusal 404 or 403. */
export async function deleteStory(
  db: Database,
  pictures: PictureStore,
  viewerId: number,
  storyId: number,
): Promise<void> {
  const picture = await inTransaction(db, async (trx) => {
    const story = await lockStory(trx, viewerId, storyId)
    if (!story) throw notFound()
    if (!canDeleteStory(viewerId, story)) throw new Refusal(403, storiesText.notYours)
    const deleted = await deleteRow(trx, storyId)
    return deleted && deletePicture(trx, deleted.media_id)
  })
  // After the commit: a rolled back deletion keeps its picture, and the sweep takes what a crash leaves here.
  if (picture) await pictures.remove(picture.name)
}

/** Likes a story, or takes the like back. Throws a Refusal 404. */
export async function likeStory(
  db: Database,
  jobs: JobQueue,
  viewerId: number,
  storyId: number,
  liked: boolean,
): Promise<StoryLikes> {
  return inTransaction(db, async (trx) => {
    const story = await lockStory(trx, viewerId, storyId)
    if (!story) throw notFound()
    const [state] = await (liked ? insertLike : deleteLike)(trx, viewerId, storyId)
    if (!state) throw notFound()
    if (state.total_likes > story.likes_count)
      await jobs.add(trx, 'activity', {
        notify: { recipientId: story.author_id, actorId: viewerId, trigger: { kind: 'story_like', story: storyId } },
      })
    return state
  })
}

/** Throws a Refusal 404. */
export async function markStoryViewed(db: Database, viewerId: number, storyId: number): Promise<void> {
  if (!(await findStory(db, viewerId, storyId))) throw notFound()
  await insertView(db, viewerId, storyId)
}

/** Stories deleted in one transaction. */
const batchSize = 100

/** Deletes the stories that have expired, and their pictures; several servers may do it at once. @returns how many. */
export async function deleteExpiredStories(db: Database, pictures: PictureStore): Promise<number> {
  let deleted = 0
  for (;;) {
    const names = await inTransaction(db, async (trx) => {
      const batch: string[] = []
      for (const { media_id } of await deleteExpiredBatch(trx, batchSize))
        batch.push((await deletePicture(trx, media_id))?.name ?? '')
      return batch
    })
    for (const name of names) if (name) await pictures.remove(name)
    deleted += names.length
    if (names.length < batchSize) return deleted
  }
}
