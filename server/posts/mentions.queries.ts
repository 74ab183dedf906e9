import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { forViewer, visiblePostSql } from './visibility.queries.ts'

type NotifiedRow = { user_id: number }

/** A post notifies at most this many people of a mention, all later changes by its author included. */
const notifiedLimit = 20

/** The users `viewer` with these names who may see post `p` of author `u`. */
const namedViewersSql = (usernamesSql: string) =>
  `JOIN users viewer ON lower(viewer.username) = ANY(${usernamesSql}::text[]) AND viewer.suspended_at IS NULL
      AND ${forViewer('viewer.id', visiblePostSql)}`

const markNamed = statement<never, [postId: number, usernames: string[]]>(`
  UPDATE post_mentions m SET is_named = NOT m.is_named FROM users u
  WHERE m.post_id = $1 AND u.id = m.user_id AND m.is_named <> (lower(u.username) = ANY($2::text[]))`)

const insertNew = statement<NotifiedRow, [postId: number, usernames: string[]]>(`
  INSERT INTO post_mentions (post_id, user_id)
  SELECT p.id, viewer.id FROM posts p JOIN users u ON u.id = p.author_id ${namedViewersSql('$2')}
  WHERE p.id = $1 AND viewer.id <> p.author_id
    AND NOT EXISTS (SELECT 1 FROM post_mentions m WHERE m.post_id = p.id AND m.user_id = viewer.id)
  ORDER BY viewer.id
  LIMIT (SELECT GREATEST(0, ${notifiedLimit} - count(*)) FROM post_mentions WHERE post_id = $1)
  ON CONFLICT DO NOTHING RETURNING user_id`)

/**
 * Stores the mentions of a post that this transaction has inserted or locked. @returns the people who may see it and
 * have not been notified of it yet.
 */
export async function replaceMentions(trx: Database, postId: number, usernames: string[]): Promise<number[]> {
  await markNamed(trx, postId, usernames)
  if (usernames.length === 0) return []
  return (await insertNew(trx, postId, usernames)).map(({ user_id }) => user_id)
}

const insertOfComment = statement<NotifiedRow, [commentId: number, usernames: string[], withoutIds: number[]]>(`
  INSERT INTO comment_mentions (user_id, post_id, comment_id)
  SELECT viewer.id, p.id, c.id FROM comments c
    JOIN posts p ON p.id = c.post_id JOIN users u ON u.id = p.author_id
    LEFT JOIN comments parent ON parent.id = c.reply_to ${namedViewersSql('$2')}
  WHERE c.id = $1 AND viewer.id <> c.author_id AND viewer.id <> ALL($3::bigint[])
    AND (SELECT 1 FROM blocks b
      WHERE b.blocker_id = viewer.id AND b.blocked_id IN (c.author_id, parent.author_id) LIMIT 1) IS NULL
    AND (SELECT 1 FROM blocks b
      WHERE b.blocked_id = viewer.id AND b.blocker_id IN (c.author_id, parent.author_id) LIMIT 1) IS NULL
  ORDER BY viewer.id ON CONFLICT DO NOTHING RETURNING user_id`)

/**
 * Stores the mentions of a comment, of people who may see it. @param withoutIds people who are notified of the comment
 * anyway.
 * @returns the people to notify.
 */
export const insertCommentMentions = async (
  trx: Database,
  commentId: number,
  usernames: string[],
  withoutIds: number[],
): Promise<number[]> => (await insertOfComment(trx, commentId, usernames, withoutIds)).map(({ user_id }) => user_id)
