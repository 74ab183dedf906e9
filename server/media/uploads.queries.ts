import { statement } from '#server/database/statement.ts'

export const insertUpload = statement<never, { media_id: number; user_id: number }>(
  'INSERT INTO picture_uploads (media_id, user_id) VALUES ($1, $2)',
  ['media_id', 'user_id'],
)

/** Takes uploads of a user, each once. @returns those that exist, and how long a video is. */
export const claimUploads = statement<{ media_id: number; video_ms: number | null }, [userId: number, ids: number[]]>(`
  DELETE FROM picture_uploads WHERE user_id = $1 AND media_id = ANY($2::bigint[])
  RETURNING media_id, (SELECT m.video_ms FROM media m WHERE m.id = media_id)`)

const deleteUploadsSql = (condition: string) => `
  WITH gone AS (DELETE FROM picture_uploads WHERE media_id IN (${condition}) RETURNING media_id)
  DELETE FROM media WHERE id IN (SELECT media_id FROM gone) RETURNING name`

/** Deletes the uploads of a user but the newest. @returns the names of the pictures. */
export const deleteOldestUploads = statement<{ name: string }, [userId: number, kept: number]>(
  deleteUploadsSql('SELECT media_id FROM picture_uploads WHERE user_id = $1 ORDER BY media_id DESC OFFSET $2'),
)

/** Deletes uploads that are older than a day. @returns the names of the pictures. */
export const deleteAbandonedUploads = statement<{ name: string }, [limit: number]>(
  deleteUploadsSql(`
    SELECT media_id FROM picture_uploads WHERE created_at < now() - interval '1 day'
    ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED`),
)
