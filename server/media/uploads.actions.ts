import type { AppContext } from '#server/app-context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Database } from '#server/database/connect.ts'
import { insertPicture } from './media.queries.ts'
import type { PictureStore } from './media.rules.ts'
import { deleteAbandonedUploads, deleteOldestUploads, insertUpload } from './uploads.queries.ts'

export type UploadContext = Pick<AppContext, 'db' | 'pictures' | 'quotas'>

type NewUpload = {
  accountId: number
  image: string
  imageAlt: string
  /** Of which the image is the cover. */
  video: string | null
  signal: AbortSignal
}

/** Pictures of an account that nothing has taken yet: those of two posts. The oldest make room. */
const maxWaiting = 20

/**
 * Stores a picture, or a video with its cover, that a post, story or message will claim. Until then nobody sees it.
 * Throws a Refusal 400 (cover of another shape), 413 or 415 (picture, video), or 429 (too much today).
 * @returns the picture's id.
 */
export async function uploadPicture(
  { db, pictures, quotas }: UploadContext,
  { accountId, image, imageAlt, video, signal }: NewUpload,
): Promise<number> {
  await quotas.refuseExhausted(db, accountId, { isPost: false, hasPicture: true })
  const picture = await pictures.save({ dataUrl: image, videoDataUrl: video, accountId, signal })
  const { id, displaced } = await pictures.claim(picture, () =>
    inTransaction(db, async (trx) => {
      const mediaId = await insertPicture(trx, picture, imageAlt)
      await insertUpload(trx, { media_id: mediaId, user_id: accountId })
      await quotas.count(trx, accountId, { posts: 0, picture })
      return { id: mediaId, displaced: await deleteOldestUploads(trx, accountId, maxWaiting) }
    }),
  )
  await pictures.remove(displaced.map(({ name }) => name))
  return id
}

const batchSize = 100

/** Deletes the pictures that nobody has claimed for a day. Several servers may do it at once. */
export async function purgeUploads(db: Database, pictures: PictureStore): Promise<void> {
  for (;;) {
    const abandoned = await deleteAbandonedUploads(db, batchSize)
    await pictures.remove(abandoned.map(({ name }) => name))
    if (abandoned.length < batchSize) return
  }
}
