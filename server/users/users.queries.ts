import type { FollowStatus } from '#contract/listed-user.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import { searchName } from '#server/places/places.rules.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { anonymousViewerId } from '#server/platform/viewer.ts'
import { canSeeLists } from './users.rules.ts'

/** Condition over a user `u`: not suspended. */
export const activeUserSql = 'u.suspended_at IS NULL'

/** Condition over a user `u`: not suspended, and no block between them and viewer `$1`. */
export const notBlockedSql = `(
  ${activeUserSql}
  AND (SELECT 1 FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = u.id LIMIT 1) IS NULL
  AND (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = $1 LIMIT 1) IS NULL
)`

/** Whether viewer `$1` has muted anybody or anything: most people have not, and this is evaluated once. */
const mutesAnySql = '(SELECT true FROM mutes WHERE user_id = $1 LIMIT 1) IS NOT NULL'
const isMutedSql = (column: 'person_id' | 'place_id', idSql: string) =>
  `(SELECT 1 FROM mutes mute WHERE mute.user_id = $1 AND mute.${column} = ${idSql} LIMIT 1) IS NOT NULL`

/** Condition over a user `u`: viewer `$1` has muted them. */
const mutedUserSql = isMutedSql('person_id', 'u.id')
/** Condition over a place `pl`: viewer `$1` has muted it. */
export const mutedPlaceSql = isMutedSql('place_id', 'pl.id')
/** Condition over the id of a place: viewer `$1` has not muted it. */
export const notMutedPlaceSql = (placeIdSql: string) =>
  `(NOT ${mutesAnySql} OR NOT ${isMutedSql('place_id', placeIdSql)})`
/** Condition over the id of a user: viewer `$1` has not muted them. */
export const notMutedSql = (userIdSql: string) => `(NOT ${mutesAnySql} OR NOT ${isMutedSql('person_id', userIdSql)})`
/**
 * Condition over a post `p`: viewer `$1` has muted neither its author nor its place. Lists that gather posts of many
 * contain it; those of one person or place do not. The place is read from the post's row, because the indexes of the
 * feed do not contain it.
 */
export const notMutedPostSql = `(NOT ${mutesAnySql} OR NOT (${isMutedSql('person_id', 'p.author_id')}
    OR ${isMutedSql('place_id', '(SELECT place_id FROM posts WHERE id = p.id)')}))`

/** Condition over a user `u`: viewer `$1` may see their lists. The same rule as `canSeeLists`. */
export const accessibleProfileSql = `(NOT u.is_private OR u.id = $1
  OR (SELECT 1 FROM follows f
    WHERE f.follower_id = $1 AND f.followee_id = u.id AND f.status = 'accepted' LIMIT 1) IS NOT NULL)`

export type ProfileRow = {
  id: number
  username: string
  display_name: string | null
  bio: string
  picture: string | null
  is_private: boolean
  follow_status: FollowStatus | null
  is_muted: boolean
  followers_count: number
  following_count: number
}

/** The viewer's follow of user `u`. */
export const followStatusSql =
  '(SELECT f.status FROM follows f WHERE f.follower_id = $1 AND f.followee_id = u.id LIMIT 1) AS follow_status'

const findVisibleProfile = statement<ProfileRow, [viewerId: number, userId: number]>(`
  SELECT u.id, u.username, u.display_name, u.bio, m.name AS picture, u.is_private, u.followers_count, u.following_count,
    ${followStatusSql}, ${mutedUserSql} AS is_muted
  FROM users u LEFT JOIN media m ON m.id = u.picture_id
  WHERE u.id = $2 AND ${notBlockedSql}`)

/** Condition over a user `u`: the name begins with search key `$2`, which the index of names answers. */
export const beginsWithKeySql = `username_search_key(u.username) >= $2 COLLATE "C"
      AND username_search_key(u.username) < $2 || chr(1114111)`

/**
 * Condition over a user `u`: the name begins with `$3`, and viewer `$1` may mention them. A name that ends in a dot cannot
 * be mentioned: the dot ends the sentence.
 */
const canBeMentionedSql = `${beginsWithKeySql} AND starts_with(lower(u.username), $3) AND u.username NOT LIKE '%.'
        AND u.id <> $1 AND ${notBlockedSql}`

export type PresentedUserRow = { id: number; username: string; display_name: string | null; picture: string | null }

/** People whom the viewer follows come first. */
const suggestMentions = statement<PresentedUserRow, [viewerId: number, key: string, beginning: string]>(`
  SELECT u.id, u.username, u.display_name, (SELECT m.name FROM media m WHERE m.id = u.picture_id) AS picture
  FROM (
    SELECT id, min(place) AS place
    FROM (
      (SELECT u.id, 1 AS place FROM follows f JOIN users u ON u.id = f.followee_id
        WHERE f.follower_id = $1 AND f.status = 'accepted' AND ${canBeMentionedSql} LIMIT 200)
      UNION ALL (SELECT u.id, 2 AS place FROM users u WHERE ${canBeMentionedSql} LIMIT 1000)
    ) named
    GROUP BY id
  ) candidate JOIN users u ON u.id = candidate.id
  ORDER BY candidate.place, u.followers_count DESC, u.id LIMIT 5`)

/** The search key of a beginning of a name: `username_search_key` in the database. */
export const usernameKeyOf = (beginning: string): string => beginning.toLowerCase().replaceAll(/[._]/g, '')

/** Returns up to five people whose name begins like this, whom the viewer may mention. */
export const findMentionable = (db: Database, viewerId: number, beginning: string) =>
  suggestMentions(db, viewerId, usernameKeyOf(beginning), beginning.toLowerCase())

/** Finds a user's profile; undefined also when a block separates them from the viewer. */
export const findProfile = findVisibleProfile.first

/** Finds a user by name, however it is capitalised; undefined also when a block separates them from the viewer. */
export const findUserNamed = statement<{ id: number }, [viewerId: number, username: string]>(`
  SELECT u.id FROM users u WHERE lower(u.username) = lower($2) AND ${notBlockedSql}`).first

/** Finds a profile whose lists the viewer may see; undefined for all others. */
export async function findAccessibleProfile(
  db: Database,
  viewerId: number,
  userId: number,
): Promise<ProfileRow | undefined> {
  const profile = await findProfile(db, viewerId, userId)
  return profile && canSeeLists(viewerId, profile) ? profile : undefined
}

export type ListedUserRow = PresentedUserRow & { is_private: boolean; follow_status: FollowStatus | null }
/** A user in a list of relations. `row_id` is the relation's id and the list's order. */
export type RelatedUserRow = ListedUserRow & { row_id: number }

/** The display name of user `u`: a visitor does not learn that of a private account whose like they see. */
const displayNameSql = `CASE WHEN $1::bigint <> ${anonymousViewerId} OR NOT u.is_private THEN u.display_name END AS display_name`

/** The columns of every list of users: user `u` and picture `m`, as viewer `$1` sees them. */
export const listedUserColumnsSql = `u.id, u.username, ${displayNameSql}, m.name AS picture, u.is_private, ${followStatusSql}`

/**
 * Joins the user `u` with that id and their picture `m`, row by row (LIMIT): the planner underestimates `notBlockedSql`
 * so much that it would otherwise start from all users and sort what they did.
 */
export const userJoinSql = (id: string) =>
  `CROSS JOIN LATERAL (
    SELECT id, username, display_name, picture_id, is_private, suspended_at FROM users WHERE id = ${id} LIMIT 1
  ) u LEFT JOIN media m ON m.id = u.picture_id`

/** Finds the users of a relation `r`, newest first, without those blocked for viewer `$1`. */
const findRelated = (relation: string, userColumn: string, conditionSql: string) =>
  statement<RelatedUserRow, PageParameters & { viewerId: number; subjectId: number }>(
    `
    SELECT r.id AS row_id, ${listedUserColumnsSql}
    FROM ${relation} r ${userJoinSql(`r.${userColumn}`)}
    WHERE ${conditionSql} AND r.id < $3 AND ${notBlockedSql}
    ORDER BY r.id DESC LIMIT $4 OFFSET $5`,
    ['viewerId', 'subjectId', 'before', 'limit', 'offset'],
  )

export const findFollowers = findRelated('follows', 'follower_id', "r.followee_id = $2 AND r.status = 'accepted'")
export const findFollowing = findRelated('follows', 'followee_id', "r.follower_id = $2 AND r.status = 'accepted'")
export const findFollowRequests = findRelated('follows', 'follower_id', "r.followee_id = $2 AND r.status = 'pending'")
/** Private accounts appear only to their followers: the list would reveal where somebody lives. */
export const findPlaceFollowers = findRelated('place_follows', 'user_id', `r.place_id = $2 AND ${accessibleProfileSql}`)

const countPending = statement<{ count: number }, [viewerId: number]>(`
  SELECT count(*)::int AS count FROM (
    SELECT 1 FROM follows r ${userJoinSql('r.follower_id')}
    WHERE r.followee_id = $1 AND r.status = 'pending' AND ${notBlockedSql} LIMIT 1000
  ) pending`)

/** Counts pending follow requests, up to 1,000. */
export async function countFollowRequests(db: Database, viewerId: number): Promise<number> {
  return (await countPending.first(db, viewerId))?.count ?? 0
}

type LockedUser = Locked<{ id: number }>

/** Locks users until the transaction ends, always in id order. */
export const lockUsers = statement<LockedUser, [ids: number[]]>(
  'SELECT id FROM users WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
)

/** Locks two users; undefined if one of them does not exist. */
export async function lockTwoUsers(
  db: Database,
  oneId: number,
  otherId: number,
): Promise<[one: LockedUser, other: LockedUser] | undefined> {
  const locked = new Map((await lockUsers(db, [oneId, otherId])).map((user) => [user.id, user]))
  const one = locked.get(oneId)
  const other = locked.get(otherId)
  return one && other && [one, other]
}

const upsert = statement<{ followers_count: number }, [followerId: number, followeeId: number, status: FollowStatus]>(`
  WITH before AS (SELECT status FROM follows WHERE follower_id = $1 AND followee_id = $2),
    written AS (
      INSERT INTO follows (follower_id, followee_id, status) VALUES ($1, $2, $3)
      ON CONFLICT (follower_id, followee_id) DO UPDATE SET status = excluded.status
      RETURNING status
    ),
    change AS (
      SELECT (SELECT count(*) FROM written WHERE status = 'accepted')::int
        - (SELECT count(*) FROM before WHERE status = 'accepted')::int AS by
    ),
    follower AS (UPDATE users SET following_count = following_count + by FROM change WHERE id = $1 AND by <> 0)
  UPDATE users SET followers_count = followers_count + by FROM change WHERE id = $2 RETURNING followers_count`)

/** Inserts or updates a follow and the counters of both users. */
export const upsertFollow = (db: Database, follower: LockedUser, followee: LockedUser, status: FollowStatus) =>
  upsert.first(db, follower.id, followee.id, status)

const deleteOne = statement<
  { status: FollowStatus | null; followers_count: number },
  [followerId: number, followeeId: number]
>(`
  WITH removed AS (DELETE FROM follows WHERE follower_id = $1 AND followee_id = $2 RETURNING status),
    change AS (SELECT (SELECT count(*) FROM removed WHERE status = 'accepted')::int AS by),
    follower AS (UPDATE users SET following_count = following_count - by FROM change WHERE id = $1 AND by <> 0)
  UPDATE users SET followers_count = followers_count - by FROM change WHERE id = $2
  RETURNING followers_count, (SELECT status FROM removed) AS status`)

/** Deletes a follow or request and updates the counters of both users. @returns the status before. */
export const deleteFollow = (db: Database, follower: LockedUser, followee: LockedUser) =>
  deleteOne.first(db, follower.id, followee.id)

/** Deletes every follow and request of a user, both ways, and decrements the other users' counters. */
export const deleteFollowsOf = statement<never, [userId: number]>(`
  WITH removed AS (
      DELETE FROM follows WHERE follower_id = $1 OR followee_id = $1 RETURNING follower_id, followee_id, status
    ),
    change AS (
      SELECT id, sum(followers)::int AS followers, sum(following)::int AS following FROM (
        SELECT followee_id AS id, 1 AS followers, 0 AS following FROM removed
          WHERE status = 'accepted' AND followee_id <> $1
        UNION ALL
        SELECT follower_id, 0, 1 FROM removed WHERE status = 'accepted' AND follower_id <> $1
      ) ended GROUP BY id
    )
  UPDATE users SET followers_count = followers_count - change.followers,
    following_count = following_count - change.following
  FROM change WHERE users.id = change.id`)

const findPending = statement<{ follower_id: number }, [userId: number]>(
  "SELECT follower_id FROM follows WHERE followee_id = $1 AND status = 'pending'",
)

/** Lists the pending followers of a user. */
export async function findPendingFollowerIds(db: Database, userId: number): Promise<number[]> {
  return (await findPending(db, userId)).map(({ follower_id }) => follower_id)
}

const acceptAll = statement<never, [userId: number, followerIds: number[]]>(`
  WITH accepted AS (
      UPDATE follows SET status = 'accepted'
      WHERE followee_id = $1 AND follower_id = ANY($2::bigint[]) AND status = 'pending' RETURNING follower_id
    ),
    followers AS (
      UPDATE users SET following_count = following_count + 1 WHERE id IN (SELECT follower_id FROM accepted)
    )
  UPDATE users SET followers_count = followers_count + (SELECT count(*) FROM accepted) WHERE id = $1`)

/** Accepts those of the followers who are pending, and updates the counters. */
export const acceptPending = (db: Database, user: LockedUser, followers: LockedUser[]) =>
  acceptAll(
    db,
    user.id,
    followers.map(({ id }) => id),
  )

export const updatePrivacy = statement<never, [userId: number, isPrivate: boolean]>(
  'UPDATE users SET is_private = $2 WHERE id = $1 AND is_private <> $2',
)

const lockPicture = statement<{ picture_id: number | null }, [userId: number]>(
  'SELECT picture_id FROM users WHERE id = $1 FOR NO KEY UPDATE',
)
const updateFields = statement<
  never,
  { userId: number; bio: string | undefined; isNewPicture: boolean; pictureId: number | null | undefined }
>(
  `
  UPDATE users SET bio = COALESCE($2, bio), picture_id = CASE WHEN $3 THEN $4 ELSE picture_id END WHERE id = $1`,
  ['userId', 'bio', 'isNewPicture', 'pictureId'],
)
const updateDisplayName = statement<never, [userId: number, name: string | null, key: string | null]>(
  'UPDATE users SET display_name = $2, display_name_key = $3 WHERE id = $1',
)

/** `displayName`: empty removes it. */
type ProfileFields = {
  displayName: string | undefined
  bio: string | undefined
  pictureId: number | null | undefined
}

/** Updates a profile; undefined leaves a field unchanged. @returns the previous picture's id. */
export async function updateProfile(
  db: Database,
  userId: number,
  { displayName, bio, pictureId }: ProfileFields,
): Promise<number | null> {
  const before = await lockPicture.one(db, userId)
  const isNewPicture = pictureId !== undefined
  if (bio !== undefined || isNewPicture) await updateFields(db, { userId, bio, isNewPicture, pictureId })
  if (displayName !== undefined)
    await updateDisplayName(db, userId, displayName || null, displayName ? searchName(displayName) : null)
  return before.picture_id
}
