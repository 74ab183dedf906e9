import { fieldsText } from '#contract/fields.text.ts'
import { liveStoriesLimit, storyVideoSeconds } from '#contract/limits.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePicture, deletePictures, insertPicture } from '#server/media/media.queries.ts'
import { longestVideoMs, type PictureStore } from '#server/media/media.rules.ts'
import { claimUploads } from '#server/media/uploads.queries.ts'
import { findPlace } from '#server/places/places.queries.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { lockUsers } from '#server/users/users.queries.ts'
import {
  countLiveStories,
  deleteExpiredBatch,
  deleteStory as deleteStoryRow,
  findPublishedStory,
  findStory,
  insertStory,
  insertView,
  lockStory,
} from './stories.queries.ts'
import { canDeleteStory } from './stories.rules.ts'
import { storiesText } from './stories.text.ts'
import { setLike, type StoryLikes } from './story-likes.queries.ts'

type OneStory = { viewerId: number; storyId: number }

/** `signal`: aborted when the client leaves. */
type NewStory = {
  authorId: number
  /** Either this or an uploaded picture or video. */
  image: string | null
  imageAlt: string
  pictureId: number | null
  caption: string
  placeId: number | null
  /** The client's name for it. */
  clientId: string | null
  signal: AbortSignal
}

async function refuseTooMany(db: Database, authorId: number): Promise<void> {
  if ((await countLiveStories(db, authorId)) >= liveStoriesLimit) throw new Refusal(409, storiesText.tooMany)
}

/** Takes an uploaded picture or video for a story. Throws a Refusal 404, or 400 (too long). */
async function claimPicture(trx: Database, authorId: number, pictureId: number): Promise<number> {
  const [claimed] = await claimUploads(trx, authorId, [pictureId])
  if (!claimed) throw new Refusal(404, storiesText.noSuchPicture)
  if ((claimed.video_ms ?? 0) > longestVideoMs(storyVideoSeconds)) throw new Refusal(400, storiesText.videoTooLong)
  return pictureId
}

/**
 * Publishes a story, once per `clientId`: a client that got no reply may send it again. The picture's files are written
 * first, so that no row ever refers to a missing file, and deleted if the row is refused.
 * @returns the story's id. Throws a Refusal 400 (no picture, two pictures, a long video), 404 (no such place or upload),
 * 409 (too many), 413 or 415 (picture), or 429 (too much today).
 */
export async function createStory(
  { db, pictures, quotas }: Pick<AppContext, 'db' | 'pictures' | 'quotas'>,
  { authorId, image, imageAlt, pictureId, caption, placeId, clientId, signal }: NewStory,
): Promise<number> {
  if (image === null && pictureId === null) throw new Refusal(400, fieldsText.storyImageRequired)
  if (image !== null && pictureId !== null) throw new Refusal(400, storiesText.onePicture)
  const findPublished = async (source: Database) =>
    clientId === null ? undefined : findPublishedStory(source, authorId, clientId)
  const published = await findPublished(db)
  if (published) return published.id
  if (placeId !== null && !(await findPlace(db, authorId, placeId))) throw new Refusal(404, storiesText.noSuchPlace)
  await refuseTooMany(db, authorId)
  await quotas.refuseExhausted(db, authorId, { isPost: false, hasPicture: image !== null })
  const picture = image === null ? null : await pictures.save({ dataUrl: image, accountId: authorId, signal })
  const { id, isNew } = await pictures.claim(picture, () =>
    inTransaction(db, async (trx) => {
      // Serialised, or two at once could both be the last allowed one, or the same one.
      await lockUsers(trx, [authorId])
      const duplicate = await findPublished(trx)
      if (duplicate) return { id: duplicate.id, isNew: false }
      await refuseTooMany(trx, authorId)
      await quotas.count(trx, authorId, { posts: 0, picture })
      const mediaId = picture
        ? await insertPicture(trx, picture, imageAlt)
        : await claimPicture(trx, authorId, pictureId!)
      const story = { author_id: authorId, place_id: placeId, media_id: mediaId, client_id: clientId, caption }
      return { id: await insertStory(trx, story), isNew: true }
    }),
  )
  if (picture && !isNew) await pictures.remove([picture.name])
  return id
}

/** Deletes a story with its likes, views and picture. Throws a Refusal 404 or 403. */
export async function deleteStory(
  { db, pictures }: Pick<AppContext, 'db' | 'pictures'>,
  { viewerId, storyId }: OneStory,
): Promise<void> {
  const picture = await inTransaction(db, async (trx) => {
    const story = await lockStory(trx, viewerId, storyId)
    if (!story) throw notFound()
    if (!canDeleteStory(viewerId, story)) throw new Refusal(403, storiesText.notYours)
    const deleted = await deleteStoryRow(trx, storyId)
    return deleted && deletePicture(trx, deleted.media_id)
  })
  // After the commit: a rolled back deletion keeps its picture, and the sweep deletes the files that a crash leaves.
  if (picture) await pictures.remove([picture.name])
}

/** Likes a story, or removes the like; idempotent. Throws a Refusal 404. */
export async function likeStory(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { viewerId, storyId, liked }: OneStory & { liked: boolean },
): Promise<StoryLikes> {
  return inTransaction(db, async (trx) => {
    const story = await lockStory(trx, viewerId, storyId)
    if (!story) throw notFound()
    const state = await setLike(trx, story, { userId: viewerId, liked })
    if (!state) throw notFound()
    if (state.total_likes > story.likes_count) {
      const trigger = { kind: 'story_like', story: storyId } as const
      await jobs.add(trx, 'activity', { notify: { recipientId: story.author_id, actorId: viewerId, trigger } })
    }
    return state
  })
}

/** Marks a story as seen; idempotent. Throws a Refusal 404. */
export async function markStoryViewed({ db }: Pick<AppContext, 'db'>, { viewerId, storyId }: OneStory): Promise<void> {
  if (!(await findStory(db, viewerId, storyId))) throw notFound()
  await insertView(db, viewerId, storyId)
}

/** Stories per transaction. */
const expiryBatchSize = 100

/** Deletes expired stories and their pictures. Several servers may do it at once. @returns how many. */
export async function deleteExpiredStories(db: Database, pictures: PictureStore): Promise<number> {
  let deletedCount = 0
  for (;;) {
    const names = await inTransaction(db, async (trx) => {
      const expired = await deleteExpiredBatch(trx, expiryBatchSize)
      return deletePictures(
        trx,
        expired.map(({ media_id }) => media_id),
      )
    })
    await pictures.remove(names)
    deletedCount += names.length
    if (names.length < expiryBatchSize) return deletedCount
  }
}
