-- What there is between two people: one row for both, and one for each.
CREATE TABLE conversations (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  low_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  high_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The number of the last message. It is counted with this row locked, so that the order is the same for both.
  last_number int NOT NULL DEFAULT 0,
  UNIQUE (low_id, high_id),
  CHECK (low_id < high_id)
) WITH (fillfactor=80);

CREATE INDEX conversations_high ON conversations (high_id);

CREATE TABLE conversation_members (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  other_id bigint REFERENCES users ON DELETE CASCADE,
  conversation_id bigint NOT NULL REFERENCES conversations ON DELETE CASCADE,
  request_status text COLLATE "C" NOT NULL CHECK (request_status IN ('pending', 'accepted', 'declined')),
  -- The id of the message that moved it up in this person's list; null: there is nothing to list.
  position bigint,
  -- Numbers: up to where this person has deleted, received and read; and the last message of the other.
  cleared_up_to int NOT NULL DEFAULT 0,
  received_up_to int NOT NULL DEFAULT 0,
  read_up_to int NOT NULL DEFAULT 0,
  last_incoming int NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, other_id),
  CHECK (user_id <> other_id)
) WITH (fillfactor=80);

CREATE INDEX conversation_members_conversation ON conversation_members (conversation_id);
CREATE INDEX conversation_members_list ON conversation_members (user_id, request_status, position DESC)
  WHERE position IS NOT NULL;
-- The other side of a conversation is asked for by both ids, in this order as well.
CREATE INDEX conversation_members_other ON conversation_members (other_id, user_id);
CREATE INDEX conversation_members_undelivered ON conversation_members (user_id) WHERE last_incoming > received_up_to;
CREATE INDEX conversation_members_unread ON conversation_members (user_id, request_status)
  WHERE last_incoming > read_up_to;

CREATE TABLE messages (
  conversation_id bigint REFERENCES conversations ON DELETE CASCADE,
  number int CHECK (number > 0),
  id bigint NOT NULL DEFAULT time_ordered_id() UNIQUE,
  sender_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The client's name for what it sends: sent again, it is the same message.
  client_id uuid NOT NULL,
  text text NOT NULL CHECK (char_length(text) <= 2000),
  media_id bigint UNIQUE REFERENCES media,
  post_id bigint REFERENCES posts ON DELETE SET NULL,
  shares_post boolean NOT NULL DEFAULT false,
  -- The sender has deleted it for both.
  deleted_at timestamptz,
  reply_to int,
  PRIMARY KEY (conversation_id, number),
  UNIQUE (conversation_id, sender_id, client_id),
  CONSTRAINT messages_reply_to_fkey FOREIGN KEY (conversation_id, reply_to)
    REFERENCES messages (conversation_id, number) ON DELETE SET NULL (reply_to),
  CONSTRAINT messages_reply_to_earlier CHECK (reply_to < number)
);

CREATE INDEX messages_post ON messages (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX messages_replies ON messages (conversation_id, reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX messages_sender ON messages (sender_id, id);

-- What one of the two has deleted for themselves.
CREATE TABLE hidden_messages (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  message_id bigint REFERENCES messages (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, message_id)
);

CREATE INDEX hidden_messages_message ON hidden_messages (message_id);

CREATE TABLE message_reactions (
  message_id bigint REFERENCES messages (id) ON DELETE CASCADE,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT time_ordered_id(),
  reaction text COLLATE "C" NOT NULL CHECK (reaction IN ('heart', 'laugh', 'wow', 'sad', 'thanks', 'thumbs_up')),
  PRIMARY KEY (message_id, user_id)
);

CREATE INDEX message_reactions_user ON message_reactions (user_id, message_id);
