import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

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
export async function deleteSpottedOf(db: Database, userId: number): Promise<void> {
  const places = [...(await deleteRequests(db, userId)), ...(await deleteRequestsTo(db, userId))]
  await recountPlaces(db, userId, places.map(({ place_id }) => place_id))
}

/** Takes away what was asked about one post, and counts it out with people and place; to be called with the post locked. */
export const deleteSpottedOfPost = statement<never, [postId: number]>(`
  WITH removed AS (DELETE FROM spotted_requests WHERE post_id = $1 RETURNING requester_id, status),
    counted AS (UPDATE users SET spotted_received = spotted_received - 1 WHERE id IN (SELECT requester_id FROM removed WHERE status = 'confirmed'))
  UPDATE places SET spotted_confirmed_count = spotted_confirmed_count - 1 WHERE id = (SELECT place_id FROM posts WHERE id = $1 AND spotted_count > 0)`)
