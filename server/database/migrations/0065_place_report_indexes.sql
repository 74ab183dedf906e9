-- outside a transaction
ALTER TABLE reports VALIDATE CONSTRAINT reports_place_id_fkey;
ALTER TABLE reports VALIDATE CONSTRAINT reports_owner;
ALTER TABLE reports VALIDATE CONSTRAINT reports_one_thing;
ALTER TABLE moderation_log VALIDATE CONSTRAINT moderation_log_target_type_check;
ALTER TABLE moderation_log VALIDATE CONSTRAINT moderation_log_action_check;
DROP INDEX CONCURRENTLY IF EXISTS reports_place;
CREATE INDEX CONCURRENTLY reports_place ON reports (place_id) WHERE place_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS notifications_place;
CREATE INDEX CONCURRENTLY notifications_place ON notifications (place_id) WHERE place_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS stories_place;
CREATE INDEX CONCURRENTLY stories_place ON stories (place_id) WHERE place_id IS NOT NULL;
-- The old one is used until the new one is there.
DROP INDEX CONCURRENTLY IF EXISTS reports_open_of_each_thing;
CREATE INDEX CONCURRENTLY reports_open_of_each_thing ON reports ((COALESCE(reported_user_id, 0)), (COALESCE(post_id, 0)), (COALESCE(comment_id, 0)), (COALESCE(story_id, 0)), (COALESCE(message_id, 0)), (COALESCE(place_id, 0)), id DESC) WHERE closed_by IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS reports_open_of_thing;
ALTER INDEX reports_open_of_each_thing RENAME TO reports_open_of_thing;
DROP INDEX CONCURRENTLY IF EXISTS reports_once_of_each;
CREATE UNIQUE INDEX CONCURRENTLY reports_once_of_each ON reports (reporter_id, reported_user_id, post_id, comment_id, story_id, message_id, place_id) NULLS NOT DISTINCT;
-- Under the name that a server of the version before asks for.
ALTER TABLE reports DROP CONSTRAINT IF EXISTS reports_once, ADD CONSTRAINT reports_once UNIQUE USING INDEX reports_once_of_each;
