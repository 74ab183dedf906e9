-- outside a transaction
ALTER TABLE stories VALIDATE CONSTRAINT stories_caption_check;
-- Views of a day at most: they end with their story.
UPDATE story_views SET id = time_ordered_id() WHERE id IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS story_views_newest;
CREATE INDEX CONCURRENTLY story_views_newest ON story_views (story_id, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS story_views_story;
