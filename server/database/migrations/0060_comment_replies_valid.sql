-- outside a transaction
ALTER TABLE comments VALIDATE CONSTRAINT comments_reply_to_fkey;
ALTER TABLE notifications VALIDATE CONSTRAINT notifications_kind_check;
DROP INDEX CONCURRENTLY IF EXISTS comments_replies;
CREATE INDEX CONCURRENTLY comments_replies ON comments (reply_to, id DESC) WHERE reply_to IS NOT NULL;
-- The comments of a post without the replies to them, of which one comment may have thousands.
DROP INDEX CONCURRENTLY IF EXISTS comments_top_level;
CREATE INDEX CONCURRENTLY comments_top_level ON comments (post_id, id DESC) WHERE reply_to IS NULL;
