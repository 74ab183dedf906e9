import type { SpottedStatus } from '#contract/posts.ts'
import type { SpottedAnswer } from '#contract/spotted.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { visibleConfirmationSql } from '#server/posts/confirmed-people.queries.ts'
import { visiblePostSql } from '#server/posts/visibility.queries.ts'
import { lockUsers } from '#server/users/users.queries.ts'
import { updateConfirmationCounters } from './confirmations.queries.ts'

export type RequestRow = {
  id: number
  requester_id: number
  username: string
  picture: string | null
  bio: string
  status: SpottedAnswer
  text: string | null
  author_id: number
}

/**
 * Whether viewer `$1` may see request `s` on post `p` by user `u`: authors see all requests on their posts, requesters
 * their own, others confirmed ones.
 */
const visibleRequestSql = `(
    (s.status = 'confirmed' OR p.author_id = $1 OR s.requester_id = $1) AND ${visibleConfirmationSql})`

/** Whether the author declined request `s`. Only the author may know: no other statement returns it. */
const isDeclinedSql =
  'EXISTS (SELECT 1 FROM spotted_declines d WHERE d.post_id = s.post_id AND d.requester_id = s.requester_id)'

/** The requester's message, for them and the author only, even when everybody sees the request. */
const ownTextSql = 'CASE WHEN p.author_id = $1 OR s.requester_id = $1 THEN s.text END AS text'

const listRequests = (requestsSql: string, statusSql = 's.status') =>
  statement<RequestRow, PageParameters & { viewerId: number; postId: number }>(
    `
  SELECT s.id, s.requester_id, u.username, m.name AS picture, u.bio, ${statusSql} AS status, ${ownTextSql}, p.author_id
  FROM ${requestsSql} s JOIN posts p ON p.id = s.post_id JOIN users u ON u.id = s.requester_id
    LEFT JOIN media m ON m.id = u.picture_id
  WHERE s.post_id = $2 AND s.id < $3 AND ${visibleRequestSql}
  ORDER BY s.id DESC LIMIT $4 OFFSET $5`,
    ['viewerId', 'postId', 'before', 'limit', 'offset'],
  )

/** Returns the requests on one of the viewer's own posts that they have not declined, newest first. */
export const findRequestsToAuthor = listRequests(`(SELECT * FROM spotted_requests s WHERE NOT ${isDeclinedSql})`)

/** Returns the requests on one of the viewer's own posts that they declined, newest first. */
export const findDeclinedRequests = listRequests(
  `(SELECT * FROM spotted_requests s WHERE ${isDeclinedSql})`,
  `'declined'`,
)

/**
 * Returns the requests on a visible post of somebody else, newest first. It does not read the pending requests of
 * others.
 */
export const findRequests = listRequests(`(
  SELECT * FROM spotted_requests WHERE status = 'confirmed'
  UNION ALL SELECT * FROM spotted_requests WHERE requester_id = $1 AND status = 'pending')`)

const findOwnPending = (whoseSql: string) =>
  statement<RequestRow & { post_id: number }, PageParameters & { viewerId: number }>(
    `
  SELECT s.id, s.post_id, s.requester_id, u.username, m.name AS picture, u.bio, s.status, s.text, p.author_id
  FROM spotted_requests s JOIN posts p ON p.id = s.post_id JOIN users u ON u.id = s.requester_id
    LEFT JOIN media m ON m.id = u.picture_id
  WHERE ${whoseSql} AND s.status = 'pending' AND s.id < $2 AND ${visibleRequestSql}
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = p.author_id AND ${visiblePostSql})
  ORDER BY s.id DESC LIMIT $3 OFFSET $4`,
    ['viewerId', 'before', 'limit', 'offset'],
  )

/** Returns the requests on the viewer's posts that they have not answered, newest first. */
export const findPendingReceived = findOwnPending(`p.author_id = $1 AND NOT ${isDeclinedSql}`)

/** Returns the viewer's requests without an answer, newest first; a declined one has none for them. */
export const findPendingSent = findOwnPending('s.requester_id = $1')

type VisibleRequest = { post_id: number; author_id: number; requester_id: number; status: SpottedStatus }

/** Returns a request that the viewer may see, on a post that they may see. */
export const findVisibleRequest = statement<VisibleRequest, [viewerId: number, requestId: number]>(`
  SELECT s.post_id, p.author_id, s.requester_id, s.status
  FROM spotted_requests s JOIN posts p ON p.id = s.post_id JOIN users u ON u.id = p.author_id
  WHERE s.id = $2 AND ${visiblePostSql}
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = s.requester_id AND ${visibleRequestSql})`).first

/** Returns the status of a user's request on a post. */
export const findOwnStatus = statement<{ status: SpottedStatus }, [requesterId: number, postId: number]>(
  'SELECT status FROM spotted_requests WHERE requester_id = $1 AND post_id = $2',
).first

/** The post, its author and the requester are locked. */
type LockedPost = Locked<{ id: number; author_id: number }>

const lockPostRow = statement<LockedPost, [postId: number]>(
  'SELECT id, author_id FROM posts WHERE id = $1 FOR NO KEY UPDATE',
)

/**
 * Locks a post, whether visible or not, and then its author and another user, always in this order. No other request,
 * answer or block changes what the transaction reads afterwards.
 */
export async function lockPostAndPeople(
  db: Database,
  postId: number,
  requesterId: number,
): Promise<LockedPost | undefined> {
  const post = await lockPostRow.first(db, postId)
  if (post) await lockUsers(db, [post.author_id, requesterId])
  return post
}

const insert = statement<never, [requesterId: number, postId: number, text: string | null]>(
  'INSERT INTO spotted_requests (requester_id, post_id, text) VALUES ($1, $2, $3)',
)

export async function insertRequest(
  db: Database,
  post: LockedPost,
  { requesterId, text }: { requesterId: number; text: string | null },
): Promise<void> {
  await insert(db, requesterId, post.id, text)
}

const findDecline = statement<{ requester_id: number }, [requesterId: number, postId: number]>(
  'SELECT requester_id FROM spotted_declines WHERE requester_id = $1 AND post_id = $2',
)

/** Whether the author declined a user's request on a post, even one that was withdrawn since. */
export const isDeclined = async (db: Database, requesterId: number, postId: number): Promise<boolean> =>
  (await findDecline.first(db, requesterId, postId)) !== undefined

export const insertDecline = statement<never, [post: LockedPost['id'], requesterId: number]>(
  'INSERT INTO spotted_declines (post_id, requester_id) VALUES ($1, $2)',
)
export const deleteDecline = statement<never, [post: LockedPost['id'], requesterId: number]>(
  'DELETE FROM spotted_declines WHERE post_id = $1 AND requester_id = $2',
)

const updateStatus = statement<never, [postId: number, requesterId: number, status: SpottedStatus]>(
  'UPDATE spotted_requests SET status = $3 WHERE post_id = $1 AND requester_id = $2',
)

/** Updates the status of a request, which has to change, and the counters. */
export async function updateRequest(
  db: Database,
  post: LockedPost,
  { requesterId, status }: { requesterId: number; status: SpottedStatus },
): Promise<void> {
  await updateStatus(db, post.id, requesterId, status)
  const confirmation = { post_id: post.id, requester_id: requesterId }
  await updateConfirmationCounters(db, [confirmation], status === 'confirmed' ? 1 : -1)
}

const findCount = statement<{ spotted_count: number }, [postId: number]>(
  'SELECT spotted_count FROM posts WHERE id = $1',
)

/** Returns the number of people confirmed in a post. */
export async function countConfirmed(db: Database, postId: number): Promise<number> {
  return (await findCount.first(db, postId))?.spotted_count ?? 0
}
