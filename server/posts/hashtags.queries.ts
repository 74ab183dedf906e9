import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

const replace = statement<never, [postId: number, tags: string[]]>(`
  WITH removed AS (DELETE FROM post_hashtags WHERE post_id = $1 AND tag <> ALL($2::text[]))
  INSERT INTO post_hashtags (tag, post_id, c4, c5)
  SELECT tag, p.id, p.c4, p.c5 FROM posts p CROSS JOIN unnest($2::text[]) tag WHERE p.id = $1
  ON CONFLICT DO NOTHING`)

/** Stores the hashtags of a post that this transaction has inserted or locked, in place of those before. */
export const replaceHashtags = (trx: Database, postId: number, tags: string[]) => replace(trx, postId, tags)

/** Locks how far the backfill of earlier posts has come; undefined if it is done. */
export const lockBackfill = statement<{ after: number }, []>('SELECT after FROM hashtag_backfill FOR UPDATE').first
/** Whether earlier posts still have to be read. */
export const findBackfill = statement<{ after: number }, []>('SELECT after FROM hashtag_backfill').first
export const moveBackfill = statement<never, [after: number]>('UPDATE hashtag_backfill SET after = $1')
export const endBackfill = statement<never, []>('DELETE FROM hashtag_backfill')

/** Returns the next posts, in the order of their ids, and locks those whose text may contain hashtags. */
export async function lockPostsAfter(
  trx: Database,
  after: number,
  limit: number,
): Promise<{ last: number | null; posts: { id: number; text: string }[] }> {
  const last = (await findLastOfBatch.first(trx, after, limit))?.last ?? null
  return { last, posts: last === null ? [] : await lockWithSign(trx, after, last) }
}
const findLastOfBatch = statement<{ last: number | null }, [after: number, limit: number]>(
  'SELECT max(id) AS last FROM (SELECT id FROM posts WHERE id > $1 ORDER BY id LIMIT $2) batch',
)
const lockWithSign = statement<{ id: number; text: string }, [after: number, last: number]>(
  `SELECT id, text FROM posts WHERE id > $1 AND id <= $2 AND strpos(text, '#') > 0 ORDER BY id FOR NO KEY UPDATE`,
)
