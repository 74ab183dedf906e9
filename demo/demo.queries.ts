import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

/** Whether the database has users. */
export const hasPeople = statement<{ id: number }, []>('SELECT id FROM users LIMIT 1').any

/**
 * Declares a function that inserts rows by a statement over `r`, with these columns and the row's `number`. People are
 * known by their usernames, places by the key of the directory. It returns the ids, in the order of the rows.
 */
function insertRows<Row extends object>(columnsSql: string, insertSql: string) {
  const insert = statement<{ id: number }, [rows: string]>(`
    WITH r AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (number int, ${columnsSql}))
    ${insertSql}`)
  return async (db: Database, rows: Row[]): Promise<number[]> => {
    const inserted = await insert(db, JSON.stringify(rows.map((row, number) => ({ ...row, number }))))
    return inserted.map(({ id }) => id)
  }
}

const person = (column: string) => `(SELECT id FROM users WHERE username = r.${column})`
const placeJoinSql =
  "JOIN place_sources s ON s.source || '/' || s.source_id = r.place JOIN places p ON p.id = s.place_id"

export type NewPerson = {
  username: string
  email: string
  password_hash: string
  display_name: string | null
  display_name_key: string | null
  bio: string
  is_private: boolean
  picture_id: number | null
}

export const insertPeople = insertRows<NewPerson>(
  `username text, email text, password_hash text, display_name text, display_name_key text, bio text, is_private boolean,
   picture_id bigint`,
  `INSERT INTO users (username, email, password_hash, display_name, display_name_key, bio, is_private, picture_id,
     onboarding_completed, email_confirmed)
   SELECT username, email, password_hash, display_name, display_name_key, bio, is_private, picture_id, true, true FROM r ORDER BY number RETURNING id`,
)

export type NewPost = {
  author: string
  place: string
  text: string
  at: Date
  followersOnly: boolean
  looksForSomeone: boolean
  picture: number | null
}

/** Inserts posts with ids of their times, which order the feed. */
export const insertPosts = insertRows<NewPost>(
  'author text, place text, text text, at timestamptz, "followersOnly" boolean, "looksForSomeone" boolean, picture bigint',
  `INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text, followers_only, looks_for_someone, media_id,
     created_at)
   SELECT time_ordered_id(at), ${person('author')}, p.id, p.latitude, p.longitude, p.c4, p.c5, r.text, "followersOnly",
     "looksForSomeone", picture, at
   FROM r ${placeJoinSql} ORDER BY number RETURNING id`,
)

/** A person's reaction to a post, comment, story or event with this id. */
export type Reaction = { person: string; to: number }

const insertReactions = (table: string, column: string) =>
  insertRows<Reaction>(
    'person text, "to" bigint',
    `INSERT INTO ${table} (user_id, ${column}) SELECT ${person('person')}, "to" FROM r RETURNING id`,
  )
export const insertLikes = insertReactions('post_likes', 'post_id')
export const insertCommentLikes = insertReactions('comment_likes', 'comment_id')
export const insertStoryLikes = insertReactions('story_likes', 'story_id')
export const insertAttendances = insertReactions('event_attendances', 'event_id')

export type NewComment = { post: number; author: string; text: string; at: Date; replyTo: number | null }

export const insertComments = insertRows<NewComment>(
  'post bigint, author text, text text, at timestamptz, "replyTo" bigint',
  `INSERT INTO comments (id, author_id, post_id, text, created_at, reply_to)
   SELECT time_ordered_id(at), ${person('author')}, post, text, at, "replyTo" FROM r ORDER BY number RETURNING id`,
)

export type NewSpotted = { post: number; by: string; isConfirmed: boolean; text: string | null }

export const insertSpotted = insertRows<NewSpotted>(
  'post bigint, by text, "isConfirmed" boolean, text text',
  `INSERT INTO spotted_requests (post_id, requester_id, status, text)
   SELECT post, ${person('by')}, CASE WHEN "isConfirmed" THEN 'confirmed' ELSE 'pending' END, text FROM r RETURNING id`,
)

export type NewFollow = { follower: string; followed: string; status: 'accepted' | 'pending'; at: Date }

export const insertFollows = insertRows<NewFollow>(
  'follower text, followed text, status text, at timestamptz',
  `INSERT INTO follows (id, follower_id, followee_id, status, created_at)
   SELECT time_ordered_id(at), ${person('follower')}, ${person('followed')}, status, at FROM r RETURNING id`,
)

export const insertPlaceFollows = insertRows<{ person: string; place: string }>(
  'person text, place text',
  `INSERT INTO place_follows (user_id, place_id) SELECT ${person('person')}, p.id FROM r ${placeJoinSql} RETURNING place_follows.id`,
)

export type NewStory = { author: string; place: string; at: Date; picture: number; caption: string }

export const insertStories = insertRows<NewStory>(
  'author text, place text, at timestamptz, picture bigint, caption text',
  `INSERT INTO stories (id, author_id, place_id, media_id, created_at, expires_at, caption)
   SELECT time_ordered_id(at), ${person('author')}, p.id, picture, at, at + interval '24 hours', caption
   FROM r ${placeJoinSql} ORDER BY number RETURNING id`,
)

export type NewEvent = {
  author: string
  place: string
  title: string
  description: string
  startsAt: Date
  endsAt: Date | null
  overAt: Date
}

export const insertEvents = insertRows<NewEvent>(
  'author text, place text, title text, description text, "startsAt" timestamptz, "endsAt" timestamptz, "overAt" timestamptz',
  `INSERT INTO events (author_id, place_id, title, description, starts_at, ends_at, over_at)
   SELECT ${person('author')}, p.id, title, description, "startsAt", "endsAt", "overAt"
   FROM r ${placeJoinSql} ORDER BY number RETURNING id`,
)

export type NewConversation = {
  reader: string
  other: string
  isRequest: boolean
  /** So many of the last messages the reader has not read. */
  unread: number
  messages: { from: string; at: Date; text: string }[]
}

const insertConversationRow = insertRows<{ reader: string; other: string; count: number }>(
  'reader text, other text, count int',
  `INSERT INTO conversations (low_id, high_id, last_number)
   SELECT least(${person('reader')}, ${person('other')}), greatest(${person('reader')}, ${person('other')}), count
   FROM r RETURNING id`,
)

const insertMessages = insertRows<NewConversation['messages'][number] & { conversationId: number }>(
  '"conversationId" bigint, "from" text, at timestamptz, text text',
  `INSERT INTO messages (id, conversation_id, number, sender_id, client_id, text)
   SELECT time_ordered_id(at), "conversationId", number + 1, ${person('"from"')}, gen_random_uuid(), text
   FROM r ORDER BY number RETURNING id`,
)

type NewMember = {
  member: string
  otherMember: string
  conversationId: number
  position: number | undefined
  lastIncoming: number
  received: number
  read: number
  status: 'accepted' | 'pending'
}
const insertMembers = insertRows<NewMember>(
  `member text, "otherMember" text, "conversationId" bigint, position bigint, "lastIncoming" int, received int, read int,
   status text`,
  `INSERT INTO conversation_members (user_id, other_id, conversation_id, request_status, position, received_up_to,
     read_up_to, last_incoming)
   SELECT ${person('member')}, ${person('"otherMember"')}, "conversationId", status, position, received, read,
     "lastIncoming"
   FROM r RETURNING conversation_id AS id`,
)

export async function insertConversation(db: Database, conversation: NewConversation): Promise<void> {
  const { reader, other, isRequest, unread, messages } = conversation
  const [conversationId = 0] = await insertConversationRow(db, [{ reader, other, count: messages.length }])
  const ids = await insertMessages(
    db,
    messages.map((message) => ({ ...message, conversationId })),
  )
  const memberOf = (member: string, otherMember: string) => ({
    member,
    otherMember,
    conversationId,
    position: ids.at(-1),
    lastIncoming: messages.findLastIndex(({ from }) => from === otherMember) + 1,
    received: messages.length,
  })
  await insertMembers(db, [
    { ...memberOf(reader, other), status: isRequest ? 'pending' : 'accepted', read: messages.length - unread },
    { ...memberOf(other, reader), status: 'accepted', read: messages.length },
  ])
}

const insertNewsOfPlaces = statement<never, [reader: string]>(`
  INSERT INTO notifications (user_id, kind, place_id, day, position)
  SELECT f.user_id, 'place_post', p.place_id, p.created_at::date, time_ordered_id(max(p.created_at))
  FROM place_follows f JOIN posts p ON p.place_id = f.place_id AND p.author_id <> f.user_id
  WHERE f.user_id = (SELECT id FROM users WHERE username = $1) AND p.created_at > now() - interval '3 hours'
  GROUP BY f.user_id, p.place_id, p.created_at::date`)

const insertOtherNotifications = statement<never, []>(`
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
  ) notification ORDER BY created_at`)

/**
 * Inserts the notifications of all this, some hours after the posts. Those older than a day are read. The reader has
 * news of the places that they follow.
 */
export async function insertNotifications(db: Database, reader: string): Promise<void> {
  await insertNewsOfPlaces(db, reader)
  await insertOtherNotifications(db)
}

const recounts = [
  `UPDATE posts SET
    likes_count = (SELECT count(*) FROM post_likes WHERE post_id = posts.id),
    comments_count = (SELECT count(*) FROM comments WHERE post_id = posts.id),
    spotted_count = (SELECT count(*) FROM spotted_requests WHERE post_id = posts.id AND status = 'confirmed')`,
  `UPDATE comments SET likes_count = (SELECT count(*) FROM comment_likes WHERE comment_id = comments.id)`,
  `UPDATE users SET
    followers_count = (SELECT count(*) FROM follows WHERE followee_id = users.id AND status = 'accepted'),
    following_count = (SELECT count(*) FROM follows WHERE follower_id = users.id AND status = 'accepted'),
    spotted_received = (
      SELECT count(*) FROM spotted_requests WHERE requester_id = users.id AND status = 'confirmed')`,
  `UPDATE stories SET likes_count = (SELECT count(*) FROM story_likes WHERE story_id = stories.id)`,
  `UPDATE places SET
    followers_count = (
      SELECT count(*) FROM place_follows f JOIN users u ON u.id = f.user_id
      WHERE f.place_id = places.id AND NOT u.is_private),
    spotted_confirmed_count = (SELECT count(*) FROM posts WHERE place_id = places.id AND spotted_count > 0)
  WHERE id IN (SELECT place_id FROM place_follows UNION SELECT place_id FROM posts)`,
].map((sql) => statement<never, []>(sql))

/** Updates every counter from the rows that it counts. */
export async function recount(db: Database): Promise<void> {
  for (const update of recounts) await update(db)
}
