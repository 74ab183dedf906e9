-- outside a transaction
ALTER TABLE reports VALIDATE CONSTRAINT reports_event_id_fkey;
ALTER TABLE reports VALIDATE CONSTRAINT reports_one_thing;
ALTER TABLE moderation_log VALIDATE CONSTRAINT moderation_log_target_type_check;
DROP INDEX CONCURRENTLY IF EXISTS reports_event;
CREATE INDEX CONCURRENTLY reports_event ON reports (event_id) WHERE event_id IS NOT NULL;
-- The old one is used until the new one is there.
DROP INDEX CONCURRENTLY IF EXISTS reports_open_of_each_thing;
CREATE INDEX CONCURRENTLY reports_open_of_each_thing ON reports ((COALESCE(reported_user_id, 0)), (COALESCE(post_id, 0)), (COALESCE(comment_id, 0)), (COALESCE(story_id, 0)), (COALESCE(message_id, 0)), (COALESCE(place_id, 0)), (COALESCE(event_id, 0)), id DESC) WHERE closed_by IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS reports_open_of_thing;
ALTER INDEX reports_open_of_each_thing RENAME TO reports_open_of_thing;
DROP INDEX CONCURRENTLY IF EXISTS reports_once_of_each;
CREATE UNIQUE INDEX CONCURRENTLY reports_once_of_each ON reports (reporter_id, reported_user_id, post_id, comment_id, story_id, message_id, place_id, event_id) NULLS NOT DISTINCT;
-- Under the name that a server of the version before asks for.
ALTER TABLE reports DROP CONSTRAINT IF EXISTS reports_once, ADD CONSTRAINT reports_once UNIQUE USING INDEX reports_once_of_each;
