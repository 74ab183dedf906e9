import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import { lockUsers } from '#server/users/users.queries.ts'

// Deletions of Spotted requests, and the counters of confirmed ones: on posts, on users, and on places, which count the
// posts with at least one confirmation.

type LockedPost = Locked<{ id: number }>

/** A user is confirmed in a post. */
type Confirmation = { post_id: number; requester_id: number }

const addToCounters = statement<never, [postIds: number[], requesterIds: number[], sign: 1 | -1]>(`
  WITH changed AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS c (post_id, requester_id)),
    by_post AS (SELECT post_id, (count(*) * $3::int)::int AS amount FROM changed GROUP BY post_id),
    by_person AS (SELECT requester_id, (count(*) * $3::int)::int AS amount FROM changed GROUP BY requester_id),
    post AS (
      UPDATE posts SET spotted_count = spotted_count + amount FROM by_post WHERE posts.id = by_post.post_id
      RETURNING place_id, (spotted_count > 0) <> (spotted_count - amount > 0) AS first_or_last
    ),
    by_place AS (SELECT place_id, (count(*) * $3::int)::int AS amount FROM post WHERE first_or_last GROUP BY place_id),
    person AS (
      UPDATE users SET spotted_received = spotted_received + amount FROM by_person
      WHERE users.id = by_person.requester_id
    )
  UPDATE places SET spotted_confirmed_count = spotted_confirmed_count + amount FROM by_place
  WHERE places.id = by_place.place_id`)

/**
 * Adds confirmations to the counters, or subtracts them. The caller has to hold the locks of the posts of all
 * `confirmations`. This locks users, then places, so that concurrent calls wait for each other in the same order.
 */
export async function updateConfirmationCounters(
  db: Database,
  confirmations: Confirmation[],
  sign: 1 | -1,
): Promise<void> {
  if (confirmations.length === 0) return
  const requesterIds = confirmations.map(({ requester_id }) => requester_id)
  await lockUsers(db, requesterIds)
  await addToCounters(
    db,
    confirmations.map(({ post_id }) => post_id),
    requesterIds,
    sign,
  )
}

/** Deletes requests `s` on posts `p`, and returns those that were confirmed. */
const deleteRequestsSql = (conditionSql: string) => `
  WITH removed AS (
    DELETE FROM spotted_requests s USING posts p WHERE p.id = s.post_id AND ${conditionSql}
    RETURNING s.post_id, s.requester_id, s.status)
  SELECT post_id, requester_id FROM removed WHERE status = 'confirmed'`

const deleteOne = statement<Confirmation, [requesterId: number, postId: number]>(
  deleteRequestsSql('s.requester_id = $1 AND s.post_id = $2'),
)
const deleteOfPost = statement<Confirmation, [postId: number]>(deleteRequestsSql('s.post_id = $1'))
const betweenSql = 's.requester_id IN ($1, $2) AND p.author_id IN ($1, $2)'
const deleteBetween = statement<Confirmation, [oneId: number, otherId: number]>(deleteRequestsSql(betweenSql))

/** Deletes a user's request on a post, and updates the counters. */
export async function deleteRequest(db: Database, post: LockedPost, requesterId: number): Promise<void> {
  await updateConfirmationCounters(db, await deleteOne(db, requesterId, post.id), -1)
}

/** Deletes the requests on a post, and updates the counters. */
export async function deleteSpottedOfPost(db: Database, post: LockedPost): Promise<void> {
  await updateConfirmationCounters(db, await deleteOfPost(db, post.id), -1)
}

/** Locks the posts of two people on which the other one has a request. */
export const lockPostsBetween = statement<LockedPost, [oneId: number, otherId: number]>(`
  SELECT id FROM posts
  WHERE id IN (SELECT s.post_id FROM spotted_requests s JOIN posts p ON p.id = s.post_id WHERE ${betweenSql})
  ORDER BY id FOR NO KEY UPDATE`)

/**
 * Deletes the requests between two people, and updates the counters. The caller has to hold the locks of the posts with
 * these requests, taken by `lockPostsBetween` before it locked the people.
 */
export async function deleteSpottedBetween(
  db: Database,
  one: Locked<{ id: number }>,
  other: Locked<{ id: number }>,
): Promise<void> {
  await updateConfirmationCounters(db, await deleteBetween(db, one.id, other.id), -1)
}

const lockPlaces = statement<never, [placeIds: number[]]>(
  'SELECT id FROM places WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
)

/** Counts the posts with a confirmation at places again, without those of author `$1`, who is about to be deleted. */
const recountPlaces = statement<never, [deletedAuthorId: number, placeIds: number[]]>(`
  UPDATE places SET spotted_confirmed_count = (
    SELECT count(*) FROM posts p WHERE p.place_id = places.id AND p.spotted_count > 0 AND p.author_id <> $1)
  WHERE id = ANY($2::bigint[])`)

/** Deletes the requests of a user, and returns the places of the posts in which they were confirmed. */
const deleteRequestsOf = statement<{ place_id: number }, [requesterId: number]>(`
  WITH removed AS (DELETE FROM spotted_requests WHERE requester_id = $1 RETURNING post_id, status)
  UPDATE posts SET spotted_count = spotted_count - 1
  WHERE id IN (SELECT post_id FROM removed WHERE status = 'confirmed') RETURNING place_id`)

/** Deletes the requests on the posts of an author, and returns the places of those with a confirmed one. */
const deleteRequestsTo = statement<{ place_id: number }, [authorId: number]>(`
  WITH removed AS (
      DELETE FROM spotted_requests s USING posts p WHERE p.id = s.post_id AND p.author_id = $1
      RETURNING s.requester_id, s.status, p.place_id),
    by_requester AS (
      SELECT requester_id, count(*) AS count FROM removed WHERE status = 'confirmed' GROUP BY requester_id),
    counted AS (
      UPDATE users SET spotted_received = spotted_received - r.count FROM by_requester r
      WHERE users.id = r.requester_id)
  SELECT DISTINCT place_id FROM removed WHERE status = 'confirmed'`)

/** Deletes the requests of a user and those on their posts, and updates the counters of users, posts and places. */
export async function deleteSpottedByUser(db: Database, userId: number): Promise<void> {
  const made = await deleteRequestsOf(db, userId)
  const received = await deleteRequestsTo(db, userId)
  const placeIds = [...made, ...received].map(({ place_id }) => place_id)
  // Counted by a statement that begins after the lock: it sees what was confirmed while this one waited.
  await lockPlaces(db, placeIds)
  await recountPlaces(db, userId, placeIds)
}
