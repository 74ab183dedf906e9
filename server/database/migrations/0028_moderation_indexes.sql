-- outside a transaction
ALTER TABLE reports VALIDATE CONSTRAINT reports_story_id_fkey;
ALTER TABLE notifications VALIDATE CONSTRAINT notifications_kind_check;
-- The queue, and the open reports of one thing in it.
DROP INDEX CONCURRENTLY IF EXISTS reports_open;
CREATE INDEX CONCURRENTLY reports_open ON reports (id DESC) WHERE closed_by IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS reports_open_of_thing;
CREATE INDEX CONCURRENTLY reports_open_of_thing ON reports (reported_user_id, (COALESCE(post_id, 0)), (COALESCE(comment_id, 0)), (COALESCE(story_id, 0)), id DESC) WHERE closed_by IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS reports_closed;
CREATE INDEX CONCURRENTLY reports_closed ON reports (closed_by, id DESC) WHERE closed_by IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS reports_story;
CREATE INDEX CONCURRENTLY reports_story ON reports (story_id) WHERE story_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS notifications_once_of_each;
CREATE UNIQUE INDEX CONCURRENTLY notifications_once_of_each ON notifications (user_id, kind, post_id, comment_id, story_id, place_id, actor_id, day, moderation_id) NULLS NOT DISTINCT;
-- Under the name that a server of the version before asks for.
ALTER TABLE notifications DROP CONSTRAINT IF EXISTS notifications_once, ADD CONSTRAINT notifications_once UNIQUE USING INDEX notifications_once_of_each;
