-- Words as people search for them: Italian stems, without accents.
CREATE TEXT SEARCH CONFIGURATION dintorni_italian (COPY = italian);
ALTER TEXT SEARCH CONFIGURATION dintorni_italian
  ALTER MAPPING FOR hword, hword_part, word WITH unaccent, italian_stem;

-- A text as its words are searched: without accents, everything that is no letter and no digit a space. So the words
-- are the same whatever the locale of the database takes for a letter.
CREATE FUNCTION search_text(written text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN regexp_replace(
  regexp_replace(unaccent(normalize(written, NFKC)), '[\u0300-\u036F]', '', 'g'),
  '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7'
    '\u2000-\u2BFF\u2E00-\u2E7F\u3000-\u303F\uE000-\uF8FF\uFE00-\uFE6F\uFF00-\uFF0F'
    '\U0001F000-\U0001FAFF\U000E0000-\U000E0FFF]+', ' ', 'g');

CREATE FUNCTION search_words(written text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_tsvector('dintorni_italian', search_text(written));

-- All words of a query. with_beginning: the last one is perhaps not finished.
CREATE FUNCTION words_query(words text, with_beginning boolean) RETURNS tsquery
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN with_beginning AND numnode(plainto_tsquery('dintorni_italian', search_text(words))) > 0
    THEN (plainto_tsquery('dintorni_italian', search_text(words))::text || ':*')::tsquery
  ELSE plainto_tsquery('dintorni_italian', search_text(words))
END;

CREATE FUNCTION store_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := search_words(NEW.text);
  RETURN NEW;
END
$$;

-- A post moves when its place becomes part of another.
CREATE FUNCTION move_hashtags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_hashtags SET c4 = NEW.c4, c5 = NEW.c5 WHERE post_id = NEW.id;
  RETURN NULL;
END
$$;

-- A post is where its place is. It carries the position and the cells of the place, so that the feed reads no other
-- table for them.
CREATE TABLE posts (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  author_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  place_id bigint NOT NULL REFERENCES places,
  latitude float8 NOT NULL,
  longitude float8 NOT NULL,
  c4 bigint NOT NULL,
  c5 bigint NOT NULL,
  followers_only boolean NOT NULL DEFAULT false,
  text text NOT NULL,
  media_id bigint UNIQUE REFERENCES media,
  likes_count int NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  comments_count int NOT NULL DEFAULT 0 CHECK (comments_count >= 0),
  spotted_count int NOT NULL DEFAULT 0 CHECK (spotted_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The client's name for what it publishes: sent again, it is the same post.
  client_id uuid,
  -- Without it, each post would cost a look into post_pictures.
  has_more_pictures boolean NOT NULL DEFAULT false,
  -- When its author last changed a post. Null: never.
  edited_at timestamptz,
  -- Kept by a trigger.
  words tsvector,
  CONSTRAINT posts_words_or_picture CHECK (char_length(text) <= 2000 AND (text <> '' OR media_id IS NOT NULL))
) WITH (fillfactor=90);

CREATE INDEX posts_author ON posts (author_id, id DESC);
-- The feed reads one of these, by radius. What its statement filters by is included, or the planner prefers a bitmap scan
-- and a sort.
CREATE INDEX posts_c4 ON posts (c4, id DESC) INCLUDE (author_id, latitude, longitude, followers_only);
CREATE INDEX posts_c5 ON posts (c5, id DESC) INCLUDE (author_id, latitude, longitude, followers_only);
CREATE INDEX posts_place ON posts (place_id, id DESC);
CREATE UNIQUE INDEX posts_published_once ON posts (author_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX posts_spotted ON posts (place_id, id DESC) WHERE spotted_count > 0;
CREATE INDEX posts_stored_words ON posts USING gin (words);

CREATE TRIGGER posts_move_hashtags AFTER UPDATE OF c4, c5 ON posts FOR EACH ROW
  WHEN (OLD.c4 IS DISTINCT FROM NEW.c4 OR OLD.c5 IS DISTINCT FROM NEW.c5) EXECUTE FUNCTION move_hashtags();

CREATE TRIGGER posts_store_words BEFORE INSERT OR UPDATE OF text ON posts FOR EACH ROW EXECUTE FUNCTION store_words();

-- The pictures of a post after the first, which is posts.media_id.
CREATE TABLE post_pictures (
  post_id bigint REFERENCES posts ON DELETE CASCADE,
  position smallint CHECK (position BETWEEN 2 AND 10),
  media_id bigint NOT NULL UNIQUE REFERENCES media,
  PRIMARY KEY (post_id, position)
);

CREATE TABLE post_likes (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  post_id bigint REFERENCES posts ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT time_ordered_id(),
  PRIMARY KEY (user_id, post_id)
);

CREATE INDEX post_likes_post ON post_likes (post_id, id DESC);

-- Posts that somebody has saved for themselves. No counter: nobody else learns of it.
CREATE TABLE bookmarks (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  post_id bigint REFERENCES posts ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT time_ordered_id(),
  PRIMARY KEY (user_id, post_id)
);

CREATE INDEX bookmarks_newest ON bookmarks (user_id, id DESC) INCLUDE (post_id);
CREATE INDEX bookmarks_post ON bookmarks (post_id);

-- Who was notified that a post mentions them: once, however often it is edited. is_named: it still does.
CREATE TABLE post_mentions (
  post_id bigint REFERENCES posts ON DELETE CASCADE,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  is_named boolean NOT NULL DEFAULT true,
  PRIMARY KEY (post_id, user_id)
);

CREATE INDEX post_mentions_user ON post_mentions (user_id, post_id);

-- The hashtags of each post, with the cells of its place, so that those nearby come in order from an index.
CREATE TABLE post_hashtags (
  -- As hashtags are compared: without accents and capitals.
  tag text COLLATE "C" CHECK (char_length(tag) BETWEEN 1 AND 50),
  post_id bigint REFERENCES posts ON DELETE CASCADE,
  c4 bigint NOT NULL,
  c5 bigint NOT NULL,
  PRIMARY KEY (tag, post_id)
);

CREATE INDEX post_hashtags_c4 ON post_hashtags (tag, c4, post_id DESC);
CREATE INDEX post_hashtags_c5 ON post_hashtags (tag, c5, post_id DESC);
CREATE INDEX post_hashtags_post ON post_hashtags (post_id);
