import { countedSpotted } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { cutPage, type PageParameters, type PageRequest, readPage } from '#server/platform/keyset.ts'
import { notMutedPostSql } from '#server/users/users.queries.ts'
import { findPosts, type PostRow } from './posts.queries.ts'
import { authorJoinSql, visiblePostSql } from './visibility.queries.ts'

/** The subject is the person or place whose posts are listed. */
type ListInput = PageParameters & { viewerId: number; subjectId: number }
const listInputNames = ['viewerId', 'subjectId', 'before', 'limit', 'offset'] as const

const findVisiblePostIds = (conditionSql: string) =>
  statement<{ id: number }, ListInput>(
    `
    SELECT p.id FROM posts p ${authorJoinSql}
    WHERE ${conditionSql} AND p.id < $3 AND ${visiblePostSql}
    ORDER BY p.id DESC LIMIT $4 OFFSET $5`,
    listInputNames,
  )

/** Returns the visible posts of a place, newest first. */
export const findPostIdsOfPlace = findVisiblePostIds('p.place_id = $2')
/** Returns the visible posts of an author, newest first. */
export const findPostIdsOfAuthor = findVisiblePostIds('p.author_id = $2')
/** Returns the visible posts of a place in which at least one person is confirmed, newest first. */
export const findSpottedPostIdsOfPlace = findVisiblePostIds('p.place_id = $2 AND p.spotted_count > 0')

/** The same without posts of people whom the viewer has muted, and none at a muted place. */
export const findUnmutedSpottedPostIdsOfPlace = findVisiblePostIds(
  `p.place_id = $2 AND p.spotted_count > 0 AND ${notMutedPostSql}`,
)

/** Returns the visible posts in which a person is confirmed, newest first. */
export const findSpottedPostIdsOfPerson = statement<{ id: number }, ListInput>(
  `
  SELECT p.id FROM spotted_requests s JOIN posts p ON p.id = s.post_id ${authorJoinSql}
  WHERE s.requester_id = $2 AND s.status = 'confirmed' AND s.post_id < $3 AND ${visiblePostSql}
  ORDER BY s.post_id DESC LIMIT $4 OFFSET $5`,
  listInputNames,
)

/** Counts posts up to `countedSpotted`. A stored counter would count those that the viewer may not see. */
function countVisiblePosts(postsSql: string) {
  const count = statement<{ count: number }, [viewerId: number, subjectId: number]>(`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM ${postsSql} AND ${visiblePostSql} LIMIT ${countedSpotted}) visible`)
  return async (db: Database, viewerId: number, subjectId: number): Promise<number> =>
    (await count.first(db, viewerId, subjectId))?.count ?? 0
}

/** Counts the posts in which a person is confirmed, without those that the viewer may not see. */
export const countSpottedOfPerson = countVisiblePosts(
  `spotted_requests s JOIN posts p ON p.id = s.post_id ${authorJoinSql}
      WHERE s.requester_id = $2 AND s.status = 'confirmed'`,
)
/** Counts the posts of a place in which somebody is confirmed, without those that the viewer may not see. */
export const countSpottedOfPlace = countVisiblePosts(
  `posts p ${authorJoinSql} WHERE p.place_id = $2 AND p.spotted_count > 0`,
)

type PostList = {
  viewerId: number
  find: (db: Database, input: ListInput) => Promise<{ id: number }[]>
  subjectId: number
  request: PageRequest
}

/** Returns a page of one of the lists above with complete posts. Throws a Refusal 400 for an invalid cursor. */
export async function findPostPage(
  db: Database,
  { viewerId, find, subjectId, request }: PostList,
): Promise<{ rows: PostRow[]; next_cursor: string | null }> {
  const ids = await find(db, { viewerId, subjectId, ...readPage(request) })
  const { page, next_cursor } = cutPage(ids, request.limit, ({ id }) => id)
  const rows = await findPosts(
    db,
    viewerId,
    page.map(({ id }) => id),
  )
  return { rows, next_cursor }
}
