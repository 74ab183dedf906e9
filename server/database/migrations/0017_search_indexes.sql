-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS users_search_key;
CREATE INDEX CONCURRENTLY users_search_key ON users (username_search_key(username));
DROP INDEX CONCURRENTLY IF EXISTS users_search_trigrams;
CREATE INDEX CONCURRENTLY users_search_trigrams ON users USING gin (username_search_key(username) gin_trgm_ops);
DROP INDEX CONCURRENTLY IF EXISTS places_search_name;
CREATE INDEX CONCURRENTLY places_search_name ON places (search_name);
DROP INDEX CONCURRENTLY IF EXISTS places_search_trigrams;
CREATE INDEX CONCURRENTLY places_search_trigrams ON places USING gin (search_name gin_trgm_ops);
