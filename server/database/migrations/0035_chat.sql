-- What there is between two people: one row for both, and one for each.
CREATE TABLE conversations (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  low_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  high_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Of the last message. It is counted with this row locked: the order is the same for both.
  last_number int NOT NULL DEFAULT 0,
  CHECK (low_id < high_id),
  UNIQUE (low_id, high_id)
) WITH (fillfactor = 80);
CREATE INDEX conversations_high ON conversations (high_id);

CREATE TABLE conversation_members (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  other_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- Whether this person has agreed that the other writes.
  stance text COLLATE "C" NOT NULL CHECK (stance IN ('asked', 'accepted', 'declined')),
  -- The id of the message that moved it up in this person's list; null: there is nothing to list.
  position bigint,
  -- Numbers: up to where this person has deleted, received and read; and the last message of the other.
  cleared_up_to int NOT NULL DEFAULT 0,
  received_up_to int NOT NULL DEFAULT 0,
  read_up_to int NOT NULL DEFAULT 0,
  last_incoming int NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, other_id),
  CHECK (user_id <> other_id)
) WITH (fillfactor = 80);
CREATE INDEX conversation_members_conversation ON conversation_members (conversation_id);
-- The other side of a conversation is asked for by both ids, in this order as well.
CREATE INDEX conversation_members_other ON conversation_members (other_id, user_id);
CREATE INDEX conversation_members_list ON conversation_members (user_id, stance, position DESC) WHERE position IS NOT NULL;
-- What waits, and what has arrived nowhere yet.
CREATE INDEX conversation_members_unread ON conversation_members (user_id, stance) WHERE last_incoming > read_up_to;
CREATE INDEX conversation_members_under_way ON conversation_members (user_id) WHERE last_incoming > received_up_to;

CREATE TABLE messages (
  conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  number int NOT NULL CHECK (number > 0),
  id bigint NOT NULL UNIQUE DEFAULT time_ordered_id(),
  sender_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- What the client that sent it called it: sent again, it is the same.
  client_id uuid NOT NULL,
  text text NOT NULL CHECK (char_length(text) <= 2000),
  media_id bigint UNIQUE REFERENCES media (id),
  post_id bigint REFERENCES posts (id) ON DELETE SET NULL,
  shares_post boolean NOT NULL DEFAULT false,
  -- By who wrote it, for both.
  deleted_at timestamptz,
  PRIMARY KEY (conversation_id, number),
  UNIQUE (conversation_id, sender_id, client_id)
);
CREATE INDEX messages_sender ON messages (sender_id, id);
CREATE INDEX messages_post ON messages (post_id) WHERE post_id IS NOT NULL;

-- What one of the two has deleted for themselves.
CREATE TABLE hidden_messages (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  message_id bigint NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, message_id)
);
CREATE INDEX hidden_messages_message ON hidden_messages (message_id);

ALTER TABLE user_settings
  ADD COLUMN chat_from text COLLATE "C" NOT NULL DEFAULT 'everyone',
  ADD COLUMN notify_messages boolean NOT NULL DEFAULT true,
  ADD COLUMN show_message_text boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT user_settings_chat_from_check CHECK (chat_from IN ('everyone', 'following', 'nobody')) NOT VALID;
