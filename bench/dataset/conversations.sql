-- Conversations between two people ($1, $2: their ids) of so many messages ($3), one each minute, accepted by both. Of
-- four conversations one has three messages that are not read.
WITH pairs AS (
  -- Each conversation has milliseconds of its own, so that no two messages share an id.
  SELECT *, row_number() OVER () AS position
  FROM unnest($1::bigint[], $2::bigint[], $3::int[]) p (low_id, high_id, messages)
),
begun AS (
  INSERT INTO conversations (low_id, high_id, last_number)
  SELECT low_id, high_id, messages FROM pairs RETURNING id, low_id, high_id
),
sent AS (
  INSERT INTO messages (conversation_id, number, id, sender_id, client_id, text)
  SELECT begun.id, number, time_ordered_id(now() - (messages - number) * interval '1 minute' - position * interval '1 ms'),
    CASE WHEN number % 3 = 0 THEN high_id ELSE low_id END, gen_random_uuid(),
    (ARRAY['Ok', 'A che ora arrivi in stazione?', 'Verso le sei, se il treno è puntuale.'])[1 + number % 3]
  FROM begun JOIN pairs USING (low_id, high_id), generate_series(1, messages) number
  RETURNING conversation_id, number, id, sender_id
)
INSERT INTO conversation_members (
  user_id, other_id, conversation_id, request_status, position, received_up_to, read_up_to, last_incoming)
SELECT user_id, other_id, conversation_id, 'accepted', max(sent.id), max(number),
  max(number) - CASE WHEN conversation_id % 4 = 0 THEN 3 ELSE 0 END, max(number) FILTER (WHERE sender_id = other_id)
FROM begun JOIN sent ON conversation_id = begun.id,
  LATERAL (VALUES (low_id, high_id), (high_id, low_id)) member (user_id, other_id)
GROUP BY user_id, other_id, conversation_id
