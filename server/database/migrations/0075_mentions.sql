-- Whom a post has told that it mentions them: once, however often it is edited. is_named: it still does.
CREATE TABLE post_mentions (
  post_id bigint NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  is_named boolean NOT NULL DEFAULT true,
  PRIMARY KEY (post_id, user_id)
);
CREATE INDEX post_mentions_user ON post_mentions (user_id, post_id);
-- Those whom a comment mentions: they are told together for each post.
CREATE TABLE comment_mentions (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id bigint NOT NULL,
  comment_id bigint NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, post_id, comment_id)
);
CREATE INDEX comment_mentions_comment ON comment_mentions (comment_id);

ALTER TABLE user_settings ADD COLUMN notify_mentions boolean NOT NULL DEFAULT true;
ALTER TABLE notifications
  DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check CHECK (kind IN (
    'welcome', 'like', 'comment', 'comment_like', 'comment_reply', 'mention', 'comment_mention', 'story_like', 'follow',
    'follow_request', 'follow_accepted', 'spotted_request', 'spotted_confirmed', 'place_post', 'nearby_post', 'removed'))
    NOT VALID;
