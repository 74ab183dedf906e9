import { sql } from 'kysely'
import { overAt } from '#server/events/events.rules.ts'
import type { Database } from '#server/database/connect.ts'

/** Whether the database has users. */
export async function hasPeople(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
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
    .values(people.map((person) => ({ ...person, onboarding_completed: true, email_confirmed: true })))
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

/** Inserts posts with ids of their times, which order the feed. @returns the ids, in the order of the posts. */
export async function insertPosts(db: Database, posts: NewPost[]): Promise<number[]> {
  const column = <Value>(pick: (post: NewPost) => Value) => posts.map(pick)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text, followers_only, media_id, created_at)
    SELECT time_ordered_id_in(bucket_of_cell(p.c5), planned.created_at), planned.author, p.id, p.latitude, p.longitude, p.c4, p.c5,
      planned.text, planned.followers_only, planned.picture, planned.created_at
    FROM unnest(
        ${column((post) => post.author)}::bigint[],
        ${column((post) => post.source)}::text[],
        ${column((post) => post.sourceId)}::text[],
        ${column((post) => post.text)}::text[],
        ${column((post) => post.followersOnly)}::boolean[],
        ${column((post) => post.picture)}::bigint[],
        ${column((post) => post.createdAt)}::timestamptz[]
      ) WITH ORDINALITY AS planned (author, source, source_id, text, followers_only, picture, created_at, position)
      JOIN place_sources s ON s.source = planned.source AND s.source_id = planned.source_id
      JOIN places p ON p.id = s.place_id
    ORDER BY planned.position
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

const batchSize = 5000

export async function insertLikes(db: Database, likes: { user_id: number; post_id: number }[]): Promise<void> {
  for (let start = 0; start < likes.length; start += batchSize)
    await db
      .insertInto('post_likes')
      .values(likes.slice(start, start + batchSize))
      .execute()
}

/** @returns the ids, in the order of the comments. */
export async function insertComments(
  db: Database,
  comments: { author: number; post: number; text: string; createdAt: Date }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO comments (id, author_id, post_id, text, created_at)
    SELECT time_ordered_id_in(bucket_of_id(post), created_at), author, post, text, created_at
    FROM unnest(
      ${comments.map(({ author }) => author)}::bigint[],
      ${comments.map(({ post }) => post)}::bigint[],
      ${comments.map(({ text }) => text)}::text[],
      ${comments.map(({ createdAt }) => createdAt)}::timestamptz[]
    ) WITH ORDINALITY AS planned (author, post, text, created_at, position)
    ORDER BY position
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Inserts replies by the authors of the posts. */
export async function insertReplies(
  db: Database,
  replies: { replyTo: number; text: string; createdAt: Date }[],
): Promise<void> {
  await sql`
    INSERT INTO comments (id, author_id, post_id, text, created_at, reply_to)
    SELECT time_ordered_id_in(bucket_of_id(p.id), planned.created_at), p.author_id, p.id, planned.text, planned.created_at, c.id
    FROM unnest(
      ${replies.map(({ replyTo }) => replyTo)}::bigint[],
      ${replies.map(({ text }) => text)}::text[],
      ${replies.map(({ createdAt }) => createdAt)}::timestamptz[]
    ) AS planned (reply_to, text, created_at)
      JOIN comments c ON c.id = planned.reply_to JOIN posts p ON p.id = c.post_id`.execute(db)
}

export async function insertCommentLikes(
  db: Database,
  likes: { user_id: number; comment_id: number }[],
): Promise<void> {
  for (let start = 0; start < likes.length; start += batchSize)
    await db
      .insertInto('comment_likes')
      .values(likes.slice(start, start + batchSize))
      .execute()
}

const oldFollowAge = '3 days'

export async function insertFollows(
  db: Database,
  follows: {
    follower_id: number
    followee_id: number
    status: 'accepted' | 'pending'
    isNew: true | undefined
  }[],
): Promise<void> {
  const age = (isNew: true | undefined) => sql.lit(isNew ? '20 minutes' : oldFollowAge)
  await db
    .insertInto('follows')
    .values(
      follows.map(({ isNew, ...follow }) => ({
        ...follow,
        id: sql<number>`time_ordered_id(now() - ${age(isNew)}::interval)`,
        created_at: sql<Date>`now() - ${age(isNew)}::interval`,
      })),
    )
    .execute()
}

export async function insertPlaceFollows(
  db: Database,
  follows: { user_id: number; source: string; sourceId: string }[],
): Promise<void> {
  await sql`
    INSERT INTO place_follows (user_id, place_id)
    SELECT planned.user_id, s.place_id
    FROM unnest(
        ${follows.map(({ user_id }) => user_id)}::bigint[],
        ${follows.map(({ source }) => source)}::text[],
        ${follows.map(({ sourceId }) => sourceId)}::text[]
      ) AS planned (user_id, source, source_id)
      JOIN place_sources s ON s.source = planned.source AND s.source_id = planned.source_id`.execute(db)
}

export async function insertSpotted(
  db: Database,
  requests: { post_id: number; requester_id: number; status: 'pending' | 'confirmed'; text: string | null }[],
): Promise<void> {
  await db.insertInto('spotted_requests').values(requests).execute()
}

type NewMessage = { from: number; to: number; text: string; createdAt: Date; number: number }

/** Inserts the messages of two people, in their order. `unread`: how many of the last ones the reader has not read. */
export async function insertConversation(
  db: Database,
  { reader, other, status, unread }: { reader: number; other: number; status: 'accepted' | 'pending'; unread: number },
  messages: NewMessage[],
): Promise<void> {
  const { id } = await db
    .insertInto('conversations')
    .values({ low_id: Math.min(reader, other), high_id: Math.max(reader, other), last_number: messages.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: number }>`
    INSERT INTO messages (id, conversation_id, number, sender_id, client_id, text)
    SELECT time_ordered_id(created_at), ${id}, number, sender, gen_random_uuid(), text
    FROM unnest(
      ${messages.map(({ number }) => number)}::int[],
      ${messages.map(({ from }) => from)}::bigint[],
      ${messages.map(({ text }) => text)}::text[],
      ${messages.map(({ createdAt }) => createdAt)}::timestamptz[]
    ) AS planned (number, sender, text, created_at)
    ORDER BY number
    RETURNING id`.execute(db)
  const memberOf = (user: number, otherUser: number) => ({
    user_id: user,
    other_id: otherUser,
    conversation_id: id,
    position: rows.at(-1)?.id ?? null,
    received_up_to: messages.length,
    last_incoming: messages.findLast(({ to }) => to === user)?.number ?? 0,
  })
  await db
    .insertInto('conversation_members')
    .values([
      { ...memberOf(reader, other), request_status: status, read_up_to: messages.length - unread },
      { ...memberOf(other, reader), request_status: 'accepted', read_up_to: messages.length },
    ])
    .execute()
}

type NewStory = { author: number; source: string; sourceId: string; createdAt: Date; picture: number; caption: string }

/** @returns the ids, in the order of the stories. */
export async function insertStories(db: Database, stories: NewStory[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO stories (id, author_id, place_id, media_id, created_at, expires_at, caption)
    SELECT time_ordered_id(planned.created_at), planned.author, s.place_id, planned.picture, planned.created_at,
      planned.created_at + interval '24 hours', planned.caption
    FROM unnest(
        ${stories.map(({ author }) => author)}::bigint[],
        ${stories.map(({ source }) => source)}::text[],
        ${stories.map(({ sourceId }) => sourceId)}::text[],
        ${stories.map(({ picture }) => picture)}::bigint[],
        ${stories.map(({ createdAt }) => createdAt)}::timestamptz[],
        ${stories.map(({ caption }) => caption)}::text[]
      ) WITH ORDINALITY AS planned (author, source, source_id, picture, created_at, caption, position)
      JOIN place_sources s ON s.source = planned.source AND s.source_id = planned.source_id
    ORDER BY planned.position
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

type NewEvent = {
  author: number
  source: string
  sourceId: string
  title: string
  description: string
  startsAt: Date
  endsAt: Date | null
}

/** Inserts an event with those who go there. */
export async function insertEvent(
  db: Database,
  { author, source, sourceId, title, description, startsAt, endsAt }: NewEvent,
  going: number[],
): Promise<void> {
  const { id } = await db
    .insertInto('events')
    .columns(['author_id', 'place_id', 'title', 'description', 'starts_at', 'ends_at', 'over_at'])
    .expression((eb) =>
      eb
        .selectFrom('place_sources')
        .where('source', '=', source)
        .where('source_id', '=', sourceId)
        .select((row) => [
          row.val(author).$castTo<number>().as('author_id'),
          'place_id',
          row.val(title).as('title'),
          row.val(description).as('description'),
          row.val(startsAt).as('starts_at'),
          row.val(endsAt).as('ends_at'),
          row.val(overAt({ starts_at: startsAt, ends_at: endsAt })).as('over_at'),
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (going.length > 0)
    await db
      .insertInto('event_attendances')
      .values(going.map((user_id) => ({ event_id: id, user_id })))
      .execute()
}

export async function insertStoryLikes(db: Database, likes: { user_id: number; story_id: number }[]): Promise<void> {
  if (likes.length > 0) await db.insertInto('story_likes').values(likes).execute()
}

/**
 * Inserts the notifications of all this, some hours after the posts. Those older than a day are read. The reader has
 * news of the places that they follow.
 */
export async function insertNotifications(db: Database, reader: number): Promise<void> {
  await sql`
    INSERT INTO notifications (user_id, kind, place_id, day, position)
    SELECT f.user_id, 'place_post', p.place_id, p.created_at::date, time_ordered_id(max(p.created_at))
    FROM place_follows f JOIN posts p ON p.place_id = f.place_id AND p.author_id <> f.user_id
    WHERE f.user_id = ${reader} AND p.created_at > now() - interval '3 hours'
    GROUP BY f.user_id, p.place_id, p.created_at::date`.execute(db)
  await sql`
    INSERT INTO notifications (user_id, kind, post_id, actor_id, day, position, is_read)
    SELECT user_id, kind, post_id, actor_id, day, time_ordered_id(LEAST(created_at, now())),
      created_at < now() - interval '1 day'
    FROM (
      SELECT DISTINCT p.author_id AS user_id, 'like' AS kind, p.id AS post_id, NULL::bigint AS actor_id,
          NULL::date AS day, p.created_at + interval '3 hours' AS created_at
        FROM posts p JOIN post_likes l ON l.post_id = p.id WHERE l.user_id <> p.author_id
      UNION ALL
      SELECT p.author_id, 'comment', p.id, NULL, NULL, max(c.created_at)
        FROM posts p JOIN comments c ON c.post_id = p.id WHERE c.author_id <> p.author_id GROUP BY p.author_id, p.id
      UNION ALL
      SELECT DISTINCT p.author_id, 'spotted_request', p.id, NULL::bigint, NULL::date, p.created_at + interval '4 hours'
        FROM posts p JOIN spotted_requests s ON s.post_id = p.id
      UNION ALL
      SELECT s.requester_id, 'spotted_confirmed', p.id, NULL, NULL, p.created_at + interval '5 hours'
        FROM posts p JOIN spotted_requests s ON s.post_id = p.id WHERE s.status = 'confirmed'
      UNION ALL
      SELECT f.followee_id, 'follow', NULL::bigint, NULL::bigint, f.created_at::date, max(f.created_at)
        FROM follows f WHERE f.status = 'accepted' GROUP BY f.followee_id, f.created_at::date
      UNION ALL
      SELECT f.followee_id, 'follow_request', NULL, f.follower_id, NULL, now() FROM follows f WHERE f.status = 'pending'
      UNION ALL
      SELECT u.id, 'welcome', NULL, NULL, NULL, now() - interval '30 days' FROM users u
    ) notification ORDER BY created_at`.execute(db)
}

/** Updates every counter from the rows that it counts. */
export async function recount(db: Database): Promise<void> {
  await sql`
    UPDATE posts SET
      likes_count = (SELECT count(*) FROM post_likes WHERE post_id = posts.id),
      comments_count = (SELECT count(*) FROM comments WHERE post_id = posts.id),
      spotted_count = (SELECT count(*) FROM spotted_requests WHERE post_id = posts.id AND status = 'confirmed')
    `.execute(db)
  await sql`
    UPDATE comments SET likes_count = (SELECT count(*) FROM comment_likes WHERE comment_id = comments.id)
    `.execute(db)
  await sql`
    UPDATE users SET
      followers_count = (SELECT count(*) FROM follows WHERE followee_id = users.id AND status = 'accepted'),
      following_count = (SELECT count(*) FROM follows WHERE follower_id = users.id AND status = 'accepted'),
      spotted_received = (
        SELECT count(*) FROM spotted_requests WHERE requester_id = users.id AND status = 'confirmed')
    `.execute(db)
  await sql`UPDATE stories SET likes_count = (SELECT count(*) FROM story_likes WHERE story_id = stories.id)`.execute(db)
  await sql`
    UPDATE places SET
      followers_count = (
        SELECT count(*) FROM place_follows f JOIN users u ON u.id = f.user_id
        WHERE f.place_id = places.id AND NOT u.is_private),
      spotted_confirmed_count = (SELECT count(*) FROM posts WHERE place_id = places.id AND spotted_count > 0)
    WHERE id IN (SELECT place_id FROM place_follows UNION SELECT place_id FROM posts)`.execute(db)
}
