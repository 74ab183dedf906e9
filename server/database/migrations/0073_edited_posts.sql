-- When its author last changed a post. Null: never.
ALTER TABLE posts ADD COLUMN edited_at timestamptz;
-- What the post said when it was reported, if it has been edited since. Null: it says the same.
ALTER TABLE reports ADD COLUMN post_text text;

-- What servers have in memory of a post changes with it (docs/decisions/0037).
ALTER TABLE feed_changes
  DROP CONSTRAINT feed_changes_subject_check,
  ADD CONSTRAINT feed_changes_subject_check CHECK (subject IN ('cell', 'author', 'place', 'post')) NOT VALID;
CREATE FUNCTION record_post_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_feed_change('post', NEW.id);
  PERFORM record_feed_change('cell', NEW.c5);
  RETURN NULL;
END
$$;
-- Named columns: counters are updated without it.
CREATE CONSTRAINT TRIGGER posts_record_change AFTER UPDATE OF text, followers_only, edited_at ON posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.text, OLD.followers_only, OLD.edited_at) IS DISTINCT FROM (NEW.text, NEW.followers_only, NEW.edited_at))
  EXECUTE FUNCTION record_post_change();
CREATE FUNCTION delete_post_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM feed_changes WHERE subject = 'post' AND subject_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER posts_delete_change AFTER DELETE ON posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.edited_at IS NOT NULL) EXECUTE FUNCTION delete_post_change();
