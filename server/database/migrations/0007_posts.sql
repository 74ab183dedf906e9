-- A post is where its place is; it carries the place's position and cells, so that the feed reads no other table for them.
CREATE TABLE posts (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  author_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place_id bigint NOT NULL REFERENCES places (id),
  latitude float8 NOT NULL,
  longitude float8 NOT NULL,
  c3 bigint NOT NULL,
  c4 bigint NOT NULL,
  c5 bigint NOT NULL,
  followers_only boolean NOT NULL DEFAULT false,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  media_id bigint UNIQUE REFERENCES media (id),
  likes_count int NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  comments_count int NOT NULL DEFAULT 0 CHECK (comments_count >= 0),
  spotted_count int NOT NULL DEFAULT 0 CHECK (spotted_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 90);
-- The feed: one ordered, covering index for each radius (25 and 100 km read c4 and c3). What the statement
-- filters by is included, or the planner prefers a bitmap scan and a sort (docs/decisions/0004).
CREATE INDEX posts_c5 ON posts (c5, id DESC) INCLUDE (author_id, latitude, longitude, followers_only);
CREATE INDEX posts_c4 ON posts (c4, id DESC) INCLUDE (author_id, latitude, longitude, followers_only);
CREATE INDEX posts_c3 ON posts (c3, id DESC) INCLUDE (author_id, latitude, longitude, followers_only);
CREATE INDEX posts_author ON posts (author_id, id DESC);
CREATE INDEX posts_place ON posts (place_id, id DESC);

CREATE TABLE post_likes (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id bigint NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT time_ordered_id(),
  PRIMARY KEY (user_id, post_id)
);
CREATE INDEX post_likes_post ON post_likes (post_id, id DESC);
