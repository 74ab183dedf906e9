-- Push subscriptions and coarse cells belong to the session that registered them, and end with it: whoever was signed
-- out receives nothing and locates nobody. Existing rows cannot be attributed to a session, so all are deleted, which
-- TRUNCATE does at any size at once. A browser registers its subscription again when the app is next opened, and its cell
-- with the feed.
TRUNCATE push_subscriptions, user_cells;

-- One for each session, since a session is one browser. Without an endpoint its owner has switched the device off from
-- another one: the row keeps the app from registering it again by itself.
ALTER TABLE push_subscriptions
  DROP COLUMN user_id,
  DROP CONSTRAINT push_subscriptions_pkey,
  ADD COLUMN session_id bigint PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  ALTER COLUMN endpoint DROP NOT NULL,
  ALTER COLUMN p256dh DROP NOT NULL,
  ALTER COLUMN auth DROP NOT NULL,
  -- Attempts that failed since the last one that succeeded, and until when none is made.
  ADD COLUMN failures int NOT NULL DEFAULT 0,
  ADD COLUMN paused_until timestamptz,
  ADD CONSTRAINT push_subscriptions_endpoint UNIQUE (endpoint),
  ADD CONSTRAINT push_subscriptions_complete CHECK (num_nulls(endpoint, p256dh, auth) IN (0, 3));

ALTER TABLE user_cells ADD COLUMN session_id bigint NOT NULL REFERENCES sessions (id) ON DELETE CASCADE;
CREATE INDEX user_cells_session ON user_cells (session_id);

-- Waiting push jobs name no session, and would reach nobody. pg-boss creates its schema when the first server starts.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    DELETE FROM pgboss.job WHERE name IN ('push', 'pushMessage');
  END IF;
END
$$;
