import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import type { NewPicture } from '#server/media/media.rules.ts'

/** Whether somebody lives here already. */
export async function hasPeople(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** @returns the ids of the pictures, in their order. */
export async function insertPictures(db: Database, pictures: NewPicture[]): Promise<number[]> {
  const rows = await db.insertInto('media').values(pictures).returning('id').execute()
  return rows.map(({ id }) => id)
}

type NewPerson = {
  username: string
  email: string
  password_hash: string
  bio: string
  is_private: boolean
  picture_id: number | null
}

export async function insertPeople(db: Database, people: NewPerson[]): Promise<number[]> {
  const rows = await db
    .insertInto('users')
    .values(people.map((person) => ({ ...person, onboarding_completed: true })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

type NewPost = {
  author: number
  source: string
  sourceId: string
  text: string
  createdAt: Date
  followersOnly: boolean
  picture: number | null
}

/**
 * Each with an id of its time, so that the feed's order is that of the month. @returns the ids, in the order of the
 * posts.
 */
export async function insertPosts(db: Database, posts: NewPost[]): Promise<number[]> {
  const column = <Value>(pick: (post: NewPost) => Value) => posts.map(pick)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text, followers_only, media_id, created_at)
    SELECT time_ordered_id(t.created_at), t.author, p.id, p.latitude, p.longitude, p.c4, p.c5, t.text, t.followers_only, t.picture, t.created_at
    FROM unnest(${column((p) => p.author)}::bigint[], ${column((p) => p.source)}::text[], ${column((p) => p.sourceId)}::text[], ${column((p) => p.text)}::text[],
        ${column((p) => p.followersOnly)}::boolean[], ${column((p) => p.picture)}::bigint[], ${column((p) => p.createdAt)}::timestamptz[])
        WITH ORDINALITY AS t (author, source, source_id, text, followers_only, picture, created_at, at)
      JOIN place_sources s ON s.source = t.source AND s.source_id = t.source_id
      JOIN places p ON p.id = s.place_id
    ORDER BY t.at
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function insertLikes(db: Database, likes: { user_id: number; post_id: number }[]): Promise<void> {
  for (let at = 0; at < likes.length; at += 5000)
    await db
      .insertInto('post_likes')
      .values(likes.slice(at, at + 5000))
      .execute()
}

/** @returns the ids, in the order of the comments. */
export async function insertComments(
  db: Database,
  comments: { author: number; post: number; text: string; createdAt: Date }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO comments (id, author_id, post_id, text, created_at)
    SELECT time_ordered_id(created_at), author, post, text, created_at
    FROM unnest(${comments.map((c) => c.author)}::bigint[], ${comments.map((c) => c.post)}::bigint[], ${comments.map((c) => c.text)}::text[],
      ${comments.map((c) => c.createdAt)}::timestamptz[]) WITH ORDINALITY AS t (author, post, text, created_at, at)
    ORDER BY at
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function insertCommentLikes(
  db: Database,
  likes: { user_id: number; comment_id: number }[],
): Promise<void> {
  for (let at = 0; at < likes.length; at += 5000)
    await db
      .insertInto('comment_likes')
      .values(likes.slice(at, at + 5000))
      .execute()
}

export async function insertFollows(
  db: Database,
  follows: { follower_id: number; followee_id: number; status: 'accepted' | 'pending' }[],
): Promise<void> {
  await db.insertInto('follows').values(follows).execute()
}

export async function insertPlaceFollows(
  db: Database,
  follows: { user_id: number; source: string; sourceId: string }[],
): Promise<void> {
  await sql`
    INSERT INTO place_follows (user_id, place_id)
    SELECT t.user_id, s.place_id
    FROM unnest(${follows.map((f) => f.user_id)}::bigint[], ${follows.map((f) => f.source)}::text[], ${follows.map((f) => f.sourceId)}::text[]) AS t (user_id, source, source_id)
      JOIN place_sources s ON s.source = t.source AND s.source_id = t.source_id`.execute(db)
}

export async function insertSpotted(
  db: Database,
  requests: { post_id: number; requester_id: number; status: 'pending' | 'confirmed' }[],
): Promise<void> {
  await db.insertInto('spotted_requests').values(requests).execute()
}

type NewStory = { author: number; source: string; sourceId: string; createdAt: Date; picture: number }

/** @returns the ids, in the order of the stories. */
export async function insertStories(db: Database, stories: NewStory[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO stories (id, author_id, place_id, media_id, created_at, expires_at)
    SELECT time_ordered_id(t.created_at), t.author, s.place_id, t.picture, t.created_at, t.created_at + interval '24 hours'
    FROM unnest(${stories.map((s) => s.author)}::bigint[], ${stories.map((s) => s.source)}::text[], ${stories.map((s) => s.sourceId)}::text[],
        ${stories.map((s) => s.picture)}::bigint[], ${stories.map((s) => s.createdAt)}::timestamptz[]) WITH ORDINALITY AS t (author, source, source_id, picture, created_at, at)
      JOIN place_sources s ON s.source = t.source AND s.source_id = t.source_id
    ORDER BY t.at
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function insertStoryLikes(db: Database, likes: { user_id: number; story_id: number }[]): Promise<void> {
  if (likes.length > 0) await db.insertInto('story_likes').values(likes).execute()
}

/**
 * What everybody has been told of all this: of a post a while after it was written, of the older ones long since read.
 */
export async function insertNotifications(db: Database): Promise<void> {
  await sql`
    INSERT INTO notifications (user_id, kind, post_id, actor_id, day, position, is_read)
    SELECT user_id, kind, post_id, actor_id, day, time_ordered_id(LEAST(told_at, now())), told_at < now() - interval '1 day'
    FROM (
      SELECT DISTINCT p.author_id AS user_id, 'like' AS kind, p.id AS post_id, NULL::bigint AS actor_id, NULL::date AS day, p.created_at + interval '3 hours' AS told_at
        FROM posts p JOIN post_likes l ON l.post_id = p.id WHERE l.user_id <> p.author_id
      UNION ALL SELECT p.author_id, 'comment', p.id, NULL, NULL, max(c.created_at) FROM posts p JOIN comments c ON c.post_id = p.id WHERE c.author_id <> p.author_id GROUP BY p.author_id, p.id
      UNION ALL SELECT DISTINCT p.author_id, 'spotted_request', p.id, NULL::bigint, NULL::date, p.created_at + interval '4 hours' FROM posts p JOIN spotted_requests s ON s.post_id = p.id
      UNION ALL SELECT s.requester_id, 'spotted_confirmed', p.id, NULL, NULL, p.created_at + interval '5 hours' FROM posts p JOIN spotted_requests s ON s.post_id = p.id WHERE s.status = 'confirmed'
      UNION ALL SELECT DISTINCT f.followee_id, 'follow', NULL::bigint, NULL::bigint, current_date, now() - interval '2 days' FROM follows f WHERE f.status = 'accepted'
      UNION ALL SELECT f.followee_id, 'follow_request', NULL, f.follower_id, NULL, now() FROM follows f WHERE f.status = 'pending'
      UNION ALL SELECT u.id, 'welcome', NULL, NULL, NULL, now() - interval '30 days' FROM users u
    ) told ORDER BY told_at`.execute(db)
}

/** Every counter that the rows above add up to. */
export async function recount(db: Database): Promise<void> {
  await sql`UPDATE posts SET likes_count = (SELECT count(*) FROM post_likes WHERE post_id = posts.id),
    comments_count = (SELECT count(*) FROM comments WHERE post_id = posts.id),
    spotted_count = (SELECT count(*) FROM spotted_requests WHERE post_id = posts.id AND status = 'confirmed')`.execute(
    db,
  )
  await sql`UPDATE comments SET likes_count = (SELECT count(*) FROM comment_likes WHERE comment_id = comments.id)`.execute(
    db,
  )
  await sql`UPDATE users SET followers_count = (SELECT count(*) FROM follows WHERE followee_id = users.id AND status = 'accepted'),
    following_count = (SELECT count(*) FROM follows WHERE follower_id = users.id AND status = 'accepted'),
    spotted_received = (SELECT count(*) FROM spotted_requests WHERE requester_id = users.id AND status = 'confirmed')`.execute(
    db,
  )
  await sql`UPDATE stories SET likes_count = (SELECT count(*) FROM story_likes WHERE story_id = stories.id)`.execute(db)
  await sql`UPDATE places SET followers_count = (SELECT count(*) FROM place_follows WHERE place_id = places.id),
      spotted_confirmed_count = (SELECT count(*) FROM posts WHERE place_id = places.id AND spotted_count > 0)
    WHERE id IN (SELECT place_id FROM place_follows UNION SELECT place_id FROM posts)`.execute(db)
}
