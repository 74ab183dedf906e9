-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS posts_published_once;
CREATE UNIQUE INDEX CONCURRENTLY posts_published_once ON posts (author_id, client_id) WHERE client_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS stories_published_once;
CREATE UNIQUE INDEX CONCURRENTLY stories_published_once ON stories (author_id, client_id) WHERE client_id IS NOT NULL;
