import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { listedUserColumnsSql, notBlockedSql, userJoinSql, type RelatedUserRow } from '#server/users/users.queries.ts'

/** Views `v` of story `$2` by people other than its author `$1`, without those between whom there is a block. */
const viewsSql = `story_views v ${userJoinSql('v.viewer_id')} WHERE v.story_id = $2 AND v.viewer_id <> $1 AND ${notBlockedSql}`

type OwnStory = { authorId: number; storyId: number }

/** Returns the people who have seen a story, the latest first. */
export const findStoryViewers = statement<RelatedUserRow, PageParameters & OwnStory>(
  `SELECT v.id AS row_id, ${listedUserColumnsSql} FROM ${viewsSql} AND v.id < $3 ORDER BY v.id DESC LIMIT $4 OFFSET $5`,
  ['authorId', 'storyId', 'before', 'limit', 'offset'],
)

const count = statement<{ count: number }, OwnStory>(`SELECT count(*)::int AS count FROM ${viewsSql}`, [
  'authorId',
  'storyId',
])

export const countStoryViewers = async (db: Database, story: OwnStory): Promise<number> =>
  (await count.first(db, story))?.count ?? 0
