-- Added without reading the table: constants need no rewrite, and the constraints are validated by 0013.
ALTER TABLE users
  ADD COLUMN followers_count int NOT NULL DEFAULT 0,
  ADD COLUMN following_count int NOT NULL DEFAULT 0,
  ADD COLUMN spotted_received int NOT NULL DEFAULT 0,
  ADD CONSTRAINT users_counters_check CHECK (followers_count >= 0 AND following_count >= 0 AND spotted_received >= 0) NOT VALID;

-- The order of the lists, newest first: null until 0013 has given one to the rows that were there.
ALTER TABLE follows ADD COLUMN id bigint;
ALTER TABLE follows ALTER COLUMN id SET DEFAULT time_ordered_id(), ADD CONSTRAINT follows_id_given CHECK (id IS NOT NULL) NOT VALID;
ALTER TABLE place_follows ADD COLUMN id bigint;
ALTER TABLE place_follows ALTER COLUMN id SET DEFAULT time_ordered_id(), ADD CONSTRAINT place_follows_id_given CHECK (id IS NOT NULL) NOT VALID;
ALTER TABLE blocks ADD COLUMN id bigint;
ALTER TABLE blocks ALTER COLUMN id SET DEFAULT time_ordered_id(), ADD CONSTRAINT blocks_id_given CHECK (id IS NOT NULL) NOT VALID;

-- A person who never changed a setting has no row: the defaults stand in settings.rules.ts.
CREATE TABLE user_settings (
  user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  notify_likes boolean NOT NULL,
  notify_comments boolean NOT NULL,
  notify_follows boolean NOT NULL,
  notify_spotted boolean NOT NULL,
  notify_nearby_posts boolean NOT NULL,
  notify_followed_locations boolean NOT NULL,
  notify_radius int NOT NULL CHECK (notify_radius BETWEEN 0 AND 5000 AND notify_radius % 10 = 0)
);

-- What a report is about goes, and the report with it. One person reports one thing once.
CREATE TABLE reports (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  reporter_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reported_user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id bigint REFERENCES posts (id) ON DELETE CASCADE,
  comment_id bigint REFERENCES comments (id) ON DELETE CASCADE,
  reason text COLLATE "C" NOT NULL CHECK (reason IN ('spam', 'harassment', 'hate', 'nudity', 'violence', 'privacy', 'impersonation', 'other')),
  text text NOT NULL DEFAULT '' CHECK (char_length(text) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(post_id, comment_id) <= 1),
  CHECK (reporter_id <> reported_user_id),
  CONSTRAINT reports_once UNIQUE NULLS NOT DISTINCT (reporter_id, reported_user_id, post_id, comment_id)
);
CREATE INDEX reports_reported_user ON reports (reported_user_id);
CREATE INDEX reports_post ON reports (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX reports_comment ON reports (comment_id) WHERE comment_id IS NOT NULL;
