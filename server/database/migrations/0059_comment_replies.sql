-- A reply names the comment that it answers, one level deep; it goes with it (docs/decisions/0041).
ALTER TABLE comments
  ADD COLUMN reply_to bigint,
  ADD CONSTRAINT comments_reply_to_fkey FOREIGN KEY (reply_to) REFERENCES comments (id) ON DELETE CASCADE NOT VALID;

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
CREATE TRIGGER comments_check_reply BEFORE INSERT ON comments
  FOR EACH ROW WHEN (NEW.reply_to IS NOT NULL) EXECUTE FUNCTION check_reply();
CREATE TRIGGER comments_keep_place BEFORE UPDATE OF post_id, reply_to ON comments
  FOR EACH ROW WHEN ((OLD.post_id, OLD.reply_to) IS DISTINCT FROM (NEW.post_id, NEW.reply_to))
  EXECUTE FUNCTION check_reply();

-- Whose comment was answered is told.
ALTER TABLE notifications
  DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check CHECK (kind IN (
    'welcome', 'like', 'comment', 'comment_like', 'comment_reply', 'story_like', 'follow', 'follow_request',
    'follow_accepted', 'spotted_request', 'spotted_confirmed', 'place_post', 'nearby_post', 'removed')) NOT VALID;
