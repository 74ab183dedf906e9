CREATE TABLE stories (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  author_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  place_id bigint REFERENCES places,
  media_id bigint NOT NULL UNIQUE REFERENCES media,
  likes_count int NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
  client_id uuid,
  caption text NOT NULL DEFAULT '' CHECK (char_length(caption) <= 200)
) WITH (fillfactor=90);

CREATE INDEX stories_author ON stories (author_id, expires_at, id);
CREATE INDEX stories_expiry ON stories (expires_at);
CREATE INDEX stories_place ON stories (place_id) WHERE place_id IS NOT NULL;
CREATE UNIQUE INDEX stories_published_once ON stories (author_id, client_id) WHERE client_id IS NOT NULL;

CREATE TABLE story_likes (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  story_id bigint REFERENCES stories ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT time_ordered_id(),
  PRIMARY KEY (user_id, story_id)
);

CREATE INDEX story_likes_story ON story_likes (story_id, id DESC);

CREATE TABLE story_views (
  viewer_id bigint REFERENCES users ON DELETE CASCADE,
  story_id bigint REFERENCES stories ON DELETE CASCADE,
  -- The order in which people have seen it. Null in rows from before there was one.
  id bigint DEFAULT time_ordered_id(),
  PRIMARY KEY (viewer_id, story_id)
);

CREATE INDEX story_views_newest ON story_views (story_id, id DESC);
