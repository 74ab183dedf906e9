import pg from 'pg'

/** Two who talk with each other. */
export type Pair = { one: number; other: number }

async function inDatabase<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Of these, those whom no block parts. */
export const findUnparted = (databaseUrl: string, pairs: Pair[]): Promise<Pair[]> =>
  inDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ one: string; other: string }>(
      `
      SELECT one, other FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY p (one, other, at)
      WHERE NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id, b.blocked_id) IN ((one, other), (other, one))) ORDER BY at`,
      columnsOf(pairs),
    )
    return rows.map(({ one, other }) => ({ one: Number(one), other: Number(other) }))
  })

const columnsOf = (pairs: Pair[]) => [pairs.map(({ one }) => one), pairs.map(({ other }) => other)]

/** Every so many messages one with a picture, and one with a post. */
const [picturedEvery, sharingEvery] = [50, 40]
/** In the list of who has many, every so many there is something unread, of so many messages. */
const unread = { every: 4, messages: 3 }

const texts =
  'A che ora arrivi in stazione?|Verso le sei, se il treno è puntuale.|Ok|Ti aspetto davanti all’edicola, quella all’angolo con la piazza, così poi andiamo a piedi.'

/**
 * Conversations of so many messages each, a minute between two of them, as the calls would have left them: both have
 * accepted, and have read most of it.
 */
export const addConversations = (databaseUrl: string, pairs: Pair[], messages: number): Promise<void> =>
  inDatabase(databaseUrl, async (client) => {
    await client.query('BEGIN')
    const { rows: begun } = await client.query<{ id: string }>(
      `
      INSERT INTO conversations (low_id, high_id, last_number) SELECT LEAST(one, other), GREATEST(one, other), $3 FROM unnest($1::bigint[], $2::bigint[]) p (one, other) RETURNING id`,
      [...columnsOf(pairs), messages],
    )
    const ids = begun.map(({ id }) => id)
    await client.query(
      `
      INSERT INTO messages (conversation_id, number, id, sender_id, client_id, text, post_id, shares_post)
      SELECT c.id, n, time_ordered_id(now() - ($2 - n) * interval '1 minute' - c.at * interval '1 ms'), CASE WHEN n % 3 = 0 THEN c.high_id ELSE c.low_id END, gen_random_uuid(),
        (string_to_array($3, '|'))[1 + n % 4], s.id, s.id IS NOT NULL
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS at FROM conversations WHERE id = ANY($1::bigint[])) c CROSS JOIN generate_series(1, $2::int) n
        LEFT JOIN (SELECT id, row_number() OVER (ORDER BY id DESC) AS at FROM posts ORDER BY id DESC LIMIT 100) s ON n % ${sharingEvery} = 0 AND s.at = 1 + (n / ${sharingEvery}) % 100
      ORDER BY c.id, n`,
      [ids, messages, texts],
    )
    await client.query(
      `
      WITH pictured AS (SELECT id, 'messaggio-' || id AS name FROM messages WHERE conversation_id = ANY($1::bigint[]) AND number % ${picturedEvery} = 0),
        pictures AS (INSERT INTO media (name, width, height, thumbhash) SELECT name, 1280, 960, '1QcSHQRnh493V4dIh4eXh1h4kJUI' FROM pictured RETURNING id, name)
      UPDATE messages x SET media_id = pictures.id FROM pictured JOIN pictures USING (name) WHERE x.id = pictured.id`,
      [ids],
    )
    await client.query(
      `
      INSERT INTO conversation_members (user_id, other_id, conversation_id, request_status, position, received_up_to, read_up_to, last_incoming)
      SELECT side.user_id, side.other_id, c.id, 'accepted', (SELECT max(id) FROM messages WHERE conversation_id = c.id), c.last_number,
        c.last_number - CASE WHEN row_number() OVER (PARTITION BY side.user_id ORDER BY c.id) % ${unread.every} = 0 THEN ${unread.messages} ELSE 0 END,
        (SELECT max(number) FROM messages WHERE conversation_id = c.id AND sender_id = side.other_id)
      FROM conversations c, LATERAL (VALUES (c.low_id, c.high_id), (c.high_id, c.low_id)) side (user_id, other_id)
      WHERE c.id = ANY($1::bigint[])`,
      [ids],
    )
    await client.query('COMMIT')
    await client.query('VACUUM ANALYZE conversations, conversation_members, messages, media')
  })
