-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS posts_words;
CREATE INDEX CONCURRENTLY posts_words ON posts USING gin (to_tsvector('dintorni_italian', text));
