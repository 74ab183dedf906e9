-- What happens at a place. over_at: when it leaves the lists, its end or some hours after its start
-- (docs/decisions/0052).
CREATE TABLE events (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  place_id bigint NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 80),
  description text NOT NULL CHECK (char_length(description) <= 500),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  over_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ends_at > starts_at),
  CHECK (over_at > starts_at)
);
CREATE INDEX events_place ON events (place_id, starts_at, id);
CREATE INDEX events_author ON events (author_id, over_at);
CREATE INDEX events_over ON events (over_at);

CREATE TABLE event_attendances (
  id bigint NOT NULL DEFAULT time_ordered_id(),
  event_id bigint NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (event_id, user_id)
);
CREATE INDEX event_attendances_newest ON event_attendances (event_id, id DESC) INCLUDE (user_id);
CREATE INDEX event_attendances_user ON event_attendances (user_id, id);

-- Events that an account announces in a day are limited.
ALTER TABLE daily_usage ADD COLUMN events int NOT NULL DEFAULT 0 CONSTRAINT daily_usage_events_check CHECK (events >= 0);

-- An event may be reported.
ALTER TABLE reports
  ADD COLUMN event_id bigint,
  ADD CONSTRAINT reports_event_id_fkey FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE CASCADE NOT VALID,
  DROP CONSTRAINT reports_one_thing,
  ADD CONSTRAINT reports_one_thing
    CHECK (num_nonnulls(post_id, comment_id, story_id, message_id, place_id, event_id) <= 1) NOT VALID;
ALTER TABLE moderation_log
  DROP CONSTRAINT moderation_log_target_type_check,
  ADD CONSTRAINT moderation_log_target_type_check
    CHECK (target_type IN ('post', 'comment', 'story', 'message', 'place', 'event', 'user')) NOT VALID;
