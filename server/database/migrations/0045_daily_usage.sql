-- What an account has published on a day, for its daily limits: one row for each account and day, deleted by the
-- housekeeping. Days are Italy's, because people are told to come back tomorrow.
CREATE TABLE daily_usage (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day date NOT NULL,
  posts int NOT NULL CHECK (posts >= 0),
  picture_bytes bigint NOT NULL CHECK (picture_bytes >= 0),
  PRIMARY KEY (user_id, day)
);
CREATE INDEX daily_usage_day ON daily_usage (day);
