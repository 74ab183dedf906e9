-- The hashtags of each post, with the cells of its place, so that those nearby come in order from an index
-- (docs/decisions/0048).
CREATE TABLE post_hashtags (
  -- As hashtags are compared: without accents and capitals.
  tag text COLLATE "C" NOT NULL CHECK (char_length(tag) BETWEEN 1 AND 50),
  post_id bigint NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  c4 bigint NOT NULL,
  c5 bigint NOT NULL,
  PRIMARY KEY (tag, post_id)
);
CREATE INDEX post_hashtags_post ON post_hashtags (post_id);
CREATE INDEX post_hashtags_c4 ON post_hashtags (tag, c4, post_id DESC);
CREATE INDEX post_hashtags_c5 ON post_hashtags (tag, c5, post_id DESC);

-- A post moves when its place becomes part of another.
CREATE FUNCTION move_hashtags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_hashtags SET c4 = NEW.c4, c5 = NEW.c5 WHERE post_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER posts_move_hashtags AFTER UPDATE OF c4, c5 ON posts
  FOR EACH ROW WHEN ((OLD.c4, OLD.c5) IS DISTINCT FROM (NEW.c4, NEW.c5)) EXECUTE FUNCTION move_hashtags();

-- Posts from before are read by a job, batch by batch, which deletes the row when it is done. `after`: the last one read.
CREATE TABLE hashtag_backfill (after bigint PRIMARY KEY);
INSERT INTO hashtag_backfill SELECT 0 WHERE EXISTS (SELECT 1 FROM posts);
