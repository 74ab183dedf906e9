-- What who runs the server tells everybody.
CREATE TABLE announcements (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
  starts_at timestamptz NOT NULL,
  -- Null: until it is withdrawn.
  ends_at timestamptz CHECK (ends_at > starts_at),
  withdrawn_at timestamptz,
  -- Null for the operator, and when the account is deleted.
  created_by bigint REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX announcements_creator ON announcements (created_by) WHERE created_by IS NOT NULL;
