import pg from 'pg'

/** The ids of two people who write to each other. */
export type Pair = { firstId: number; secondId: number }

async function withClient<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const columnsOf = (pairs: Pair[]) => [pairs.map(({ firstId }) => firstId), pairs.map(({ secondId }) => secondId)]

/** Returns the pairs of whom neither blocks the other. */
export const findUnblockedPairs = (databaseUrl: string, pairs: Pair[]): Promise<Pair[]> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ first_id: string; second_id: string }>(
      `SELECT first_id, second_id
       FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY pairs (first_id, second_id, position)
       WHERE NOT EXISTS (
         SELECT 1 FROM blocks WHERE (blocker_id, blocked_id) IN ((first_id, second_id), (second_id, first_id))
       )
       ORDER BY position`,
      columnsOf(pairs),
    )
    return rows.map(({ first_id, second_id }) => ({ firstId: Number(first_id), secondId: Number(second_id) }))
  })

/** One message in 50 has a picture, one in 40 shares a post. */
const pictureInterval = 50
const sharedPostInterval = 40
/** One conversation in 4 of each person has 3 unread messages. */
const unread = { conversationInterval: 4, messages: 3 }

const texts = [
  'A che ora arrivi in stazione?',
  'Verso le sei, se il treno è puntuale.',
  'Ok',
  'Ti aspetto davanti all’edicola, quella all’angolo con la piazza, così poi andiamo a piedi.',
]

const insertConversationsSql = `
  INSERT INTO conversations (low_id, high_id, last_number)
  SELECT LEAST(first_id, second_id), GREATEST(first_id, second_id), $3
  FROM unnest($1::bigint[], $2::bigint[]) pairs (first_id, second_id) RETURNING id`

const insertMessagesSql = `
  INSERT INTO messages (conversation_id, number, id, sender_id, client_id, text, post_id, shares_post)
  SELECT numbered.id, number,
    time_ordered_id(now() - ($2 - number) * interval '1 minute' - numbered.position * interval '1 ms'),
    CASE WHEN number % 3 = 0 THEN high_id ELSE low_id END, gen_random_uuid(), ($3::text[])[1 + number % 4],
    recent_posts.id, recent_posts.id IS NOT NULL
  FROM (
    SELECT *, row_number() OVER (ORDER BY id) AS position FROM conversations WHERE id = ANY($1::bigint[])
  ) numbered
    CROSS JOIN generate_series(1, $2::int) number
    LEFT JOIN (
      SELECT id, row_number() OVER (ORDER BY id DESC) AS position FROM posts ORDER BY id DESC LIMIT 100
    ) recent_posts
      ON number % ${sharedPostInterval} = 0
      AND recent_posts.position = 1 + (number / ${sharedPostInterval}) % 100
  ORDER BY numbered.id, number`

const addPicturesSql = `
  WITH with_picture AS (
    SELECT id, 'messaggio-' || id AS name FROM messages
    WHERE conversation_id = ANY($1::bigint[]) AND number % ${pictureInterval} = 0
  ),
  pictures AS (
    INSERT INTO media (name, width, height, thumbhash)
    SELECT name, 1280, 960, '1QcSHQRnh493V4dIh4eXh1h4kJUI' FROM with_picture RETURNING id, name
  )
  UPDATE messages SET media_id = pictures.id FROM with_picture JOIN pictures USING (name)
  WHERE messages.id = with_picture.id`

const insertMembersSql = `
  INSERT INTO conversation_members (
    user_id, other_id, conversation_id, request_status, position, received_up_to, read_up_to, last_incoming
  )
  SELECT member.user_id, member.other_id, conversations.id, 'accepted',
    (SELECT max(id) FROM messages WHERE conversation_id = conversations.id), last_number,
    last_number - CASE
      WHEN row_number() OVER (PARTITION BY member.user_id ORDER BY conversations.id)
        % ${unread.conversationInterval} = 0
      THEN ${unread.messages} ELSE 0 END,
    (SELECT max(number) FROM messages WHERE conversation_id = conversations.id AND sender_id = member.other_id)
  FROM conversations, LATERAL (VALUES (low_id, high_id), (high_id, low_id)) member (user_id, other_id)
  WHERE conversations.id = ANY($1::bigint[])`

/** Adds conversations of this many messages, one per minute, accepted by both sides and mostly read. */
export const addConversations = (databaseUrl: string, pairs: Pair[], messages: number): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query('BEGIN')
    const { rows } = await client.query<{ id: string }>(insertConversationsSql, [...columnsOf(pairs), messages])
    const ids = rows.map(({ id }) => id)
    await client.query(insertMessagesSql, [ids, messages, texts])
    await client.query(addPicturesSql, [ids])
    await client.query(insertMembersSql, [ids])
    await client.query('COMMIT')
    await client.query('VACUUM ANALYZE conversations, conversation_members, messages, media')
  })
