import type { SpottedStatus } from '#contract/posts.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { visiblePostSql } from '#server/posts/posts.queries.ts'
import { lockUsers, notBlockedSql, accessibleProfileSql } from '#server/users/users.queries.ts'

export type RequestRow = {
  id: number
  requester_id: number
  username: string
  picture: string | null
  status: SpottedStatus
  author_id: number
}

/**
 * Which requests viewer `$1` knows of, as a condition over a request `s`, its post `p` and who made it, `u`:
 * the author of all, who made it of theirs, others of those confirmed; of a private account its followers only,
 * as of all the posts in which it is confirmed.
 */
const known = `(${notBlockedSql} AND (p.author_id = $1 OR s.requester_id = $1 OR (s.status = 'confirmed' AND ${accessibleProfileSql})))`

const listRequests = (requests: string) =>
  statement<RequestRow, [viewerId: number, postId: number, before: number, limit: number, offset: number]>(`
  SELECT s.id, s.requester_id, u.username, m.name AS picture, s.status, p.author_id
  FROM ${requests} s JOIN posts p ON p.id = s.post_id JOIN users u ON u.id = s.requester_id LEFT JOIN media m ON m.id = u.picture_id
  WHERE s.post_id = $2 AND s.id < $3 AND ${known}
  ORDER BY s.id DESC LIMIT $4 OFFSET $5`)

/** Who recognised themselves in a post of the viewer's, newest first. */
export const findRequestsToAuthor = listRequests('spotted_requests')

/** Who recognised themselves in a post that the viewer may see, newest first: without a walk past all who wait for their answer. */
export const findRequests = listRequests(`(
  SELECT * FROM spotted_requests WHERE status = 'confirmed'
  UNION ALL SELECT * FROM spotted_requests WHERE requester_id = $1 AND status = 'pending')`)

export type KnownRequest = { post_id: number; author_id: number; requester_id: number; status: SpottedStatus }

const findOneKnown = statement<KnownRequest, [viewerId: number, requestId: number]>(`
  SELECT s.post_id, p.author_id, s.requester_id, s.status
  FROM spotted_requests s JOIN posts p ON p.id = s.post_id JOIN users u ON u.id = p.author_id
  WHERE s.id = $2 AND ${visiblePostSql} AND EXISTS (SELECT 1 FROM users u WHERE u.id = s.requester_id AND ${known})`)

/** A request that the viewer knows of, about a post that they may see. */
export async function findKnownRequest(
  db: Database,
  viewerId: number,
  requestId: number,
): Promise<KnownRequest | undefined> {
  const [request] = await findOneKnown(db, viewerId, requestId)
  return request
}

export type OwnRequest = { id: number; status: SpottedStatus; age: number }

/** Ids tell when they were made (migration 0001), by the clock of the database: so does this. */
const findOwn = statement<OwnRequest, [requesterId: number, postId: number]>(`
  SELECT id, status, (first_id_at(clock_timestamp()) >> 12) - (id >> 12) AS age FROM spotted_requests WHERE requester_id = $1 AND post_id = $2`)

/** What somebody has asked about a post, and how many milliseconds ago. */
export async function findOwnRequest(
  db: Database,
  requesterId: number,
  postId: number,
): Promise<OwnRequest | undefined> {
  const [request] = await findOwn(db, requesterId, postId)
  return request
}

const lockPostRow = statement<{ author_id: number }, [postId: number]>(
  'SELECT author_id FROM posts WHERE id = $1 FOR NO KEY UPDATE',
)

/**
 * Takes the row of a post, seen by the viewer or not, then those of its author and of the other, always in this
 * order: what is read afterwards no other request, answer or block changes until the transaction ends.
 */
export async function lockPostAndPeople(
  db: Database,
  postId: number,
  requesterId: number,
): Promise<{ author_id: number } | undefined> {
  const [post] = await lockPostRow(db, postId)
  if (post) await lockUsers(db, [post.author_id, requesterId])
  return post
}

/** To be called with post and people locked. */
export async function insertRequest(db: Database, requesterId: number, postId: number): Promise<void> {
  await db.insertInto('spotted_requests').values({ requester_id: requesterId, post_id: postId }).execute()
}

/** Somebody who is confirmed in a post. */
type Confirmation = { post_id: number; requester_id: number }

/** Counts confirmations in or out: with posts, people, and the places of posts that now have the first one, or lost the last. */
const changeCounters = statement<never, [postIds: number[], requesterIds: number[], by: 1 | -1]>(`
  WITH changed AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS c (post_id, requester_id)),
    by_post AS (SELECT post_id, (count(*) * $3::int)::int AS by FROM changed GROUP BY post_id),
    by_person AS (SELECT requester_id, (count(*) * $3::int)::int AS by FROM changed GROUP BY requester_id),
    post AS (
      UPDATE posts SET spotted_count = spotted_count + by FROM by_post WHERE posts.id = by_post.post_id
      RETURNING place_id, (spotted_count > 0) <> (spotted_count - by > 0) AS has_passed
    ),
    by_place AS (SELECT place_id, (count(*) * $3::int)::int AS by FROM post WHERE has_passed GROUP BY place_id),
    person AS (UPDATE users SET spotted_received = spotted_received + by FROM by_person WHERE users.id = by_person.requester_id)
  UPDATE places SET spotted_confirmed_count = spotted_confirmed_count + by FROM by_place WHERE places.id = by_place.place_id`)

/** To be called with the posts locked; then people, then places, so that two of these wait for each other in the same order. */
async function countConfirmations(db: Database, confirmations: Confirmation[], by: 1 | -1): Promise<void> {
  if (confirmations.length === 0) return
  const requesterIds = confirmations.map(({ requester_id }) => requester_id)
  await lockUsers(db, requesterIds)
  await changeCounters(
    db,
    confirmations.map(({ post_id }) => post_id),
    requesterIds,
    by,
  )
}

/** Writes what the author answered, and counts it; to be called with post and people locked. */
export async function updateRequest(db: Database, request: KnownRequest, status: SpottedStatus): Promise<void> {
  const { post_id, requester_id } = request
  await db
    .updateTable('spotted_requests')
    .set({ status })
    .where('post_id', '=', post_id)
    .where('requester_id', '=', requester_id)
    .execute()
  await countConfirmations(db, [request], status === 'confirmed' ? 1 : -1)
}

const removing = (condition: string) => `
  WITH removed AS (DELETE FROM spotted_requests s USING posts p WHERE p.id = s.post_id AND ${condition} RETURNING s.post_id, s.requester_id, s.status)
  SELECT post_id, requester_id FROM removed WHERE status = 'confirmed'`

const deleteOne = statement<Confirmation, [requesterId: number, postId: number]>(
  removing('s.requester_id = $1 AND s.post_id = $2'),
)
const deleteOfPost = statement<Confirmation, [postId: number]>(removing('s.post_id = $1'))
const between = 's.requester_id IN ($1, $2) AND p.author_id IN ($1, $2)'
const deleteBetween = statement<Confirmation, [oneId: number, otherId: number]>(removing(between))

/** Takes a request away, and counts it out when it was confirmed; to be called with post and people locked. */
export async function deleteRequest(db: Database, requesterId: number, postId: number): Promise<void> {
  await countConfirmations(db, await deleteOne(db, requesterId, postId), -1)
}

/** Takes away what was asked about one post, and counts it out with people and place; to be called with the post locked. */
export async function deleteSpottedOfPost(db: Database, postId: number): Promise<void> {
  await countConfirmations(db, await deleteOfPost(db, postId), -1)
}

/** Holds the posts of two people in which the other recognised themselves. */
export const lockPostsBetween = statement<{ id: number }, [oneId: number, otherId: number]>(`
  SELECT id FROM posts WHERE id IN (SELECT s.post_id FROM spotted_requests s JOIN posts p ON p.id = s.post_id WHERE ${between})
  ORDER BY id FOR NO KEY UPDATE`)

/** Ends what two people asked and confirmed of each other, and counts it out; to be called with both locked. */
export async function deleteSpottedBetween(db: Database, oneId: number, otherId: number): Promise<void> {
  await countConfirmations(db, await deleteBetween(db, oneId, otherId), -1)
}

const countOf = statement<{ spotted_count: number }, [postId: number]>('SELECT spotted_count FROM posts WHERE id = $1')

/** How many are confirmed in a post. */
export async function countConfirmed(db: Database, postId: number): Promise<number> {
  const [post] = await countOf(db, postId)
  return post?.spotted_count ?? 0
}

const lockPlaces = statement<never, [placeIds: number[]]>(
  'SELECT id FROM places WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
)

/** The posts at a place in which somebody is confirmed, as its page counts them: from the others that stay, without those of author `$1`. */
const recountPlaces = statement<never, [leavingAuthorId: number, placeIds: number[]]>(`
  UPDATE places SET spotted_confirmed_count = (SELECT count(*) FROM posts p WHERE p.place_id = places.id AND p.spotted_count > 0 AND p.author_id <> $1)
  WHERE id = ANY($2::bigint[])`)

/** Takes away every request that somebody made. @returns the places of the posts that they were confirmed in. */
const deleteRequests = statement<{ place_id: number }, [requesterId: number]>(`
  WITH removed AS (DELETE FROM spotted_requests WHERE requester_id = $1 RETURNING post_id, status)
  UPDATE posts SET spotted_count = spotted_count - 1 WHERE id IN (SELECT post_id FROM removed WHERE status = 'confirmed') RETURNING place_id`)

/** Takes away every request about the posts of an author. @returns the places of those with a confirmed one. */
const deleteRequestsTo = statement<{ place_id: number }, [authorId: number]>(`
  WITH removed AS (DELETE FROM spotted_requests s USING posts p WHERE p.id = s.post_id AND p.author_id = $1 RETURNING s.requester_id, s.status, p.place_id),
    many AS (SELECT requester_id, count(*) AS count FROM removed WHERE status = 'confirmed' GROUP BY requester_id),
    counted AS (UPDATE users SET spotted_received = spotted_received - many.count FROM many WHERE users.id = many.requester_id)
  SELECT DISTINCT place_id FROM removed WHERE status = 'confirmed'`)

/** Takes away what somebody asked and was asked, and counts it out: with people, posts and places. */
export async function deleteSpottedByUser(db: Database, userId: number): Promise<void> {
  const places = [...(await deleteRequests(db, userId)), ...(await deleteRequestsTo(db, userId))].map(
    ({ place_id }) => place_id,
  )
  // What is confirmed meanwhile is counted by a statement that begins after the wait.
  await lockPlaces(db, places)
  await recountPlaces(db, userId, places)
}
