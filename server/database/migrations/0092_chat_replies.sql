-- A message may answer an earlier one of its conversation, and have a reaction of each member (docs/decisions/0055).
ALTER TABLE messages
  ADD COLUMN reply_to int,
  ADD CONSTRAINT messages_reply_to_earlier CHECK (reply_to < number) NOT VALID,
  -- With the conversation in the key, a reply cannot leave it.
  ADD CONSTRAINT messages_reply_to_fkey FOREIGN KEY (conversation_id, reply_to)
    REFERENCES messages (conversation_id, number) ON DELETE SET NULL (reply_to) NOT VALID;

CREATE TABLE message_reactions (
  message_id bigint NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT time_ordered_id(),
  reaction text COLLATE "C" NOT NULL CHECK (reaction IN ('heart', 'laugh', 'wow', 'sad', 'thanks', 'thumbs_up')),
  PRIMARY KEY (message_id, user_id)
);
CREATE INDEX message_reactions_user ON message_reactions (user_id, message_id);
