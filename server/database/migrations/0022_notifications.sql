-- What somebody is told. Who did it is not stored here: it is read from the likes, comments, follows… themselves,
-- so that what was taken back is told no more. One row for each thing that is told of, however often it happens.
CREATE TABLE notifications (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL CHECK (kind IN (
    'welcome', 'like', 'comment', 'comment_like', 'story_like', 'follow', 'follow_request', 'follow_accepted',
    'spotted_request', 'spotted_confirmed', 'place_post', 'nearby_post')),
  post_id bigint REFERENCES posts (id) ON DELETE CASCADE,
  comment_id bigint REFERENCES comments (id) ON DELETE CASCADE,
  story_id bigint REFERENCES stories (id) ON DELETE CASCADE,
  place_id bigint REFERENCES places (id) ON DELETE CASCADE,
  actor_id bigint REFERENCES users (id) ON DELETE CASCADE,
  -- What belongs to no thing (follows, posts at a place) is told together day by day.
  day date,
  -- Moves up when it happens again.
  position bigint NOT NULL DEFAULT time_ordered_id(),
  is_read boolean NOT NULL DEFAULT false,
  -- Whether the last time made it unread: then it rings, otherwise it waits already.
  rings boolean NOT NULL DEFAULT true,
  CONSTRAINT notifications_once UNIQUE NULLS NOT DISTINCT (user_id, kind, post_id, comment_id, story_id, place_id, actor_id, day)
) WITH (fillfactor = 80);
CREATE INDEX notifications_list ON notifications (user_id, position DESC);
CREATE INDEX notifications_unread ON notifications (user_id, position DESC) WHERE NOT is_read;
CREATE INDEX notifications_post ON notifications (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX notifications_comment ON notifications (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX notifications_story ON notifications (story_id) WHERE story_id IS NOT NULL;
CREATE INDEX notifications_actor ON notifications (actor_id) WHERE actor_id IS NOT NULL;

-- The order of the likes of a comment, for who is told of them; those from before have none.
ALTER TABLE comment_likes ADD COLUMN id bigint;
ALTER TABLE comment_likes ALTER COLUMN id SET DEFAULT time_ordered_id();

-- Browsers that take push messages. The endpoint is an address at the browser's maker.
CREATE TABLE push_subscriptions (
  endpoint text COLLATE "C" PRIMARY KEY CHECK (char_length(endpoint) <= 1000),
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  p256dh text COLLATE "C" NOT NULL,
  auth text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);

-- Where somebody who wants to hear of new posts nearby was last: one H3 cell of resolution 7, for 24 hours at most.
CREATE TABLE user_cells (
  user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  c7 bigint NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX user_cells_c7 ON user_cells (c7, user_id);
CREATE INDEX user_cells_seen ON user_cells (seen_at);

-- When something was born that has such an id.
CREATE FUNCTION born_at(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE
RETURN to_timestamp(((id >> 12) + 1577836800000) / 1000.0);
