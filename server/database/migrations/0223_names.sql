-- outside a transaction
ALTER TABLE users VALIDATE CONSTRAINT users_display_name_check;

ALTER TABLE users VALIDATE CONSTRAINT users_display_name_key_check;

DROP INDEX CONCURRENTLY IF EXISTS users_display_name_words;

-- The space marks the beginning of the first word as well.
CREATE INDEX CONCURRENTLY users_display_name_words ON users USING gin ((' ' || display_name_key) gin_trgm_ops)
  WHERE display_name_key IS NOT NULL;
