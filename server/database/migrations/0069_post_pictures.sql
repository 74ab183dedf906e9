-- The pictures of a post after the first, which stays in posts.media_id: no full table is rewritten.
CREATE TABLE post_pictures (
  post_id bigint NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position BETWEEN 2 AND 10),
  media_id bigint NOT NULL UNIQUE REFERENCES media (id),
  PRIMARY KEY (post_id, position)
);
-- Posts with one picture or none are read without a look into that table.
ALTER TABLE posts ADD COLUMN has_more_pictures boolean NOT NULL DEFAULT false;

-- Pictures that wait for the post they are for; after a day they are deleted.
CREATE TABLE picture_uploads (
  media_id bigint PRIMARY KEY REFERENCES media (id),
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX picture_uploads_user ON picture_uploads (user_id, media_id DESC);
CREATE INDEX picture_uploads_created ON picture_uploads (created_at);
