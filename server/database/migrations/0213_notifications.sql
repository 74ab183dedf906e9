-- Who did it is not stored here, but read from the likes, comments, follows… themselves, so that what was undone
-- disappears. One row for each subject, however often it happens.
CREATE TABLE notifications (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('welcome', 'like', 'comment', 'comment_like', 'comment_reply',
    'mention', 'comment_mention', 'story_like', 'follow', 'follow_request', 'follow_accepted', 'spotted_request',
    'spotted_confirmed', 'place_post', 'nearby_post', 'removed')),
  post_id bigint REFERENCES posts ON DELETE CASCADE,
  comment_id bigint REFERENCES comments ON DELETE CASCADE,
  story_id bigint REFERENCES stories ON DELETE CASCADE,
  place_id bigint REFERENCES places ON DELETE CASCADE,
  actor_id bigint REFERENCES users ON DELETE CASCADE,
  -- Follows, and posts at a place, share a notification for each day.
  day date,
  -- Moves up when it happens again.
  position bigint NOT NULL DEFAULT time_ordered_id(),
  is_read boolean NOT NULL DEFAULT false,
  should_push boolean NOT NULL DEFAULT true,
  moderation_id bigint REFERENCES moderation_log ON DELETE CASCADE,
  CONSTRAINT notifications_once UNIQUE NULLS NOT DISTINCT (user_id, kind, post_id, comment_id, story_id, place_id,
    actor_id, day, moderation_id)
) WITH (fillfactor=80);

CREATE INDEX notifications_actor ON notifications (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX notifications_comment ON notifications (comment_id) WHERE comment_id IS NOT NULL;
CREATE INDEX notifications_list ON notifications (user_id, position DESC);
CREATE INDEX notifications_place ON notifications (place_id) WHERE place_id IS NOT NULL;
CREATE INDEX notifications_post ON notifications (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX notifications_story ON notifications (story_id) WHERE story_id IS NOT NULL;
CREATE INDEX notifications_unread ON notifications (user_id, position DESC) WHERE NOT is_read;

-- Browsers that take push messages. The endpoint is an address at the browser's maker.
CREATE TABLE push_subscriptions (
  endpoint text COLLATE "C" CONSTRAINT push_subscriptions_endpoint UNIQUE CHECK (char_length(endpoint) <= 1000),
  p256dh text COLLATE "C",
  auth text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  session_id bigint PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  -- Attempts that failed since the last one that succeeded, and until when none is made.
  failures int NOT NULL DEFAULT 0,
  paused_until timestamptz,
  CONSTRAINT push_subscriptions_complete CHECK (num_nulls(endpoint, p256dh, auth) IN (0, 3))
);
