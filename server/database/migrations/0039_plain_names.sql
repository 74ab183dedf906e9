-- Columns and functions get the names that the code uses. Renaming is instant at any size, and indexes follow.
ALTER TABLE notifications RENAME COLUMN rings TO should_push;
ALTER FUNCTION born_at(bigint) RENAME TO created_at_of;
ALTER INDEX conversation_members_under_way RENAME TO conversation_members_undelivered;

-- 'asked' becomes 'pending'. The rows follow in 0040, which holds no lock on the table: nothing is checked here.
ALTER TABLE conversation_members RENAME COLUMN stance TO request_status;
ALTER TABLE conversation_members
  DROP CONSTRAINT conversation_members_stance_check,
  ADD CONSTRAINT conversation_members_request_status_check
    CHECK (request_status IN ('pending', 'accepted', 'declined')) NOT VALID;

-- The queue `happening` is called `activity` now. pg-boss creates its schema when the first server starts, so a new
-- database has none yet. Waiting jobs move with their payload: { post, tell: { to, by, of } } becomes
-- { post, notify: { recipientId, actorId, trigger } }. Finished jobs are deleted at once, so there are few. A job that a server of
-- the version before is working on loses its claim, is rolled back there and retried here.
DO $$
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO pgboss.queue
    SELECT renamed.* FROM pgboss.queue q, jsonb_populate_record(q, '{"name": "activity"}') renamed
    WHERE q.name = 'happening'
    ON CONFLICT (name) DO NOTHING;
  UPDATE pgboss.job SET name = 'activity', data = CASE
      WHEN data ? 'tell' THEN data - 'tell' || jsonb_build_object('notify', jsonb_strip_nulls(jsonb_build_object(
        'recipientId', data #> '{tell,to}', 'actorId', data #> '{tell,by}', 'trigger', data #> '{tell,of}')))
      ELSE data
    END
    WHERE name = 'happening';
  DELETE FROM pgboss.queue WHERE name = 'happening';
END
$$;
