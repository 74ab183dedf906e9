-- What people call somebody, and the same as it is searched (`searchName`). Every row satisfies both conditions: the next
-- file validates them.
ALTER TABLE users
  ADD COLUMN display_name text,
  ADD COLUMN display_name_key text,
  ADD CONSTRAINT users_display_name_check CHECK (char_length(display_name) BETWEEN 1 AND 40) NOT VALID,
  ADD CONSTRAINT users_display_name_key_check CHECK ((display_name IS NULL) = (display_name_key IS NULL)) NOT VALID;

-- Usernames that people have left, as the unique index of users compares them. One stays reserved for its last owner for
-- a while, and the newest row of a person says when they changed: a change of capitals leaves one, too.
CREATE TABLE former_usernames (
  username_key text COLLATE "C" PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  left_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX former_usernames_skeleton ON former_usernames (username_skeleton(username_key));
CREATE INDEX former_usernames_user ON former_usernames (user_id, left_at);
