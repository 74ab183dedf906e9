-- What a key cannot say: the comment belongs to the same post and is no reply itself. It stays so, because neither
-- changes. The key has locked the comment by the end of the statement.
CREATE FUNCTION check_reply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR NOT EXISTS (
    SELECT 1 FROM comments WHERE id = NEW.reply_to AND post_id = NEW.post_id AND reply_to IS NULL
  ) THEN
    RAISE check_violation USING MESSAGE = 'a reply belongs to a comment of the same post, and stays there';
  END IF;
  RETURN NEW;
END
$$;

CREATE TABLE comments (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  post_id bigint NOT NULL REFERENCES posts ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 1000),
  likes_count int NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  reply_to bigint REFERENCES comments ON DELETE CASCADE
);

CREATE INDEX comments_author ON comments (author_id, post_id);
CREATE INDEX comments_post ON comments (post_id, id DESC);
CREATE INDEX comments_replies ON comments (reply_to, id DESC) WHERE reply_to IS NOT NULL;
CREATE INDEX comments_top_level ON comments (post_id, id DESC) WHERE reply_to IS NULL;

CREATE TRIGGER comments_check_reply BEFORE INSERT ON comments FOR EACH ROW WHEN (NEW.reply_to IS NOT NULL)
  EXECUTE FUNCTION check_reply();

CREATE TRIGGER comments_keep_place BEFORE UPDATE OF post_id, reply_to ON comments FOR EACH ROW
  WHEN (OLD.post_id IS DISTINCT FROM NEW.post_id OR OLD.reply_to IS DISTINCT FROM NEW.reply_to)
  EXECUTE FUNCTION check_reply();

CREATE TABLE comment_likes (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  comment_id bigint REFERENCES comments ON DELETE CASCADE,
  -- The order in which people are named in a notification. Null in rows from before there was one.
  id bigint DEFAULT time_ordered_id(),
  PRIMARY KEY (user_id, comment_id)
);

CREATE INDEX comment_likes_comment ON comment_likes (comment_id);

-- Whom a comment mentions: one notification for each post.
CREATE TABLE comment_mentions (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  post_id bigint,
  comment_id bigint REFERENCES comments ON DELETE CASCADE,
  PRIMARY KEY (user_id, post_id, comment_id)
);

CREATE INDEX comment_mentions_comment ON comment_mentions (comment_id);
