import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

const replace = statement<never, [postId: number, tags: string[]]>(`
  WITH removed AS (DELETE FROM post_hashtags WHERE post_id = $1 AND tag <> ALL($2::text[]))
  INSERT INTO post_hashtags (tag, post_id, c4, c5)
  SELECT tag, p.id, p.c4, p.c5 FROM posts p CROSS JOIN unnest($2::text[]) tag WHERE p.id = $1
  ON CONFLICT DO NOTHING`)

/** Stores the hashtags of a post that this transaction has inserted or locked, in place of those before. */
export const replaceHashtags = (trx: Database, postId: number, tags: string[]) => replace(trx, postId, tags)
