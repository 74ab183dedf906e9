-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS reports_once_of_each;
CREATE UNIQUE INDEX CONCURRENTLY reports_once_of_each ON reports (reporter_id, reported_user_id, post_id, comment_id, story_id) NULLS NOT DISTINCT;
-- Under the name that a server of the version before asks for.
ALTER TABLE reports DROP CONSTRAINT IF EXISTS reports_once, ADD CONSTRAINT reports_once UNIQUE USING INDEX reports_once_of_each;
ALTER TABLE reports VALIDATE CONSTRAINT reports_one_thing;
