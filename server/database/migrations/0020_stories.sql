CREATE TABLE stories (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  author_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place_id bigint REFERENCES places (id),
  media_id bigint NOT NULL UNIQUE REFERENCES media (id),
  likes_count int NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours'
) WITH (fillfactor = 90);
-- Somebody's live stories, and what has expired.
CREATE INDEX stories_author ON stories (author_id, expires_at, id);
CREATE INDEX stories_expiry ON stories (expires_at);

CREATE TABLE story_views (
  viewer_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  story_id bigint NOT NULL REFERENCES stories (id) ON DELETE CASCADE,
  PRIMARY KEY (viewer_id, story_id)
);
CREATE INDEX story_views_story ON story_views (story_id);

CREATE TABLE story_likes (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  story_id bigint NOT NULL REFERENCES stories (id) ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT time_ordered_id(),
  PRIMARY KEY (user_id, story_id)
);
CREATE INDEX story_likes_story ON story_likes (story_id, id DESC);

-- No reference: the report outlives the story, whose id is never given again. Set to null it would
-- become a second report of the person, and reports_once would keep the story from being deleted.
ALTER TABLE reports
  ADD COLUMN story_id bigint,
  ADD CONSTRAINT reports_one_thing CHECK (num_nonnulls(post_id, comment_id, story_id) <= 1) NOT VALID;
