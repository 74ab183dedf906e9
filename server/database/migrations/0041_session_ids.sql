-- outside a transaction
-- What belongs to a session and ends with it references its id.
DROP INDEX CONCURRENTLY IF EXISTS sessions_id;
CREATE UNIQUE INDEX CONCURRENTLY sessions_id ON sessions (id);
