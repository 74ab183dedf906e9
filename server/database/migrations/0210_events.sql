-- What happens at a place. over_at: when it leaves the lists, its end or some hours after its start.
CREATE TABLE events (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  place_id bigint NOT NULL REFERENCES places ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 80),
  description text NOT NULL CHECK (char_length(description) <= 500),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  over_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ends_at > starts_at),
  CHECK (over_at > starts_at)
);

CREATE INDEX events_author ON events (author_id, over_at);
CREATE INDEX events_over ON events (over_at);
CREATE INDEX events_place ON events (place_id, starts_at, id);

CREATE TABLE event_attendances (
  id bigint NOT NULL DEFAULT time_ordered_id(),
  event_id bigint REFERENCES events ON DELETE CASCADE,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (event_id, user_id)
);

CREATE INDEX event_attendances_newest ON event_attendances (event_id, id DESC) INCLUDE (user_id);
CREATE INDEX event_attendances_user ON event_attendances (user_id, id);
