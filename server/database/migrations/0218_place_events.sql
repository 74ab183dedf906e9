-- outside a transaction
ALTER TABLE notifications VALIDATE CONSTRAINT notifications_kind_check;

-- Of a year to come at most, and of a week past: few enough for one statement.
UPDATE events SET title = title WHERE words IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS events_words;

CREATE INDEX CONCURRENTLY events_words ON events USING gin (words);

DROP INDEX CONCURRENTLY IF EXISTS events_starts;

CREATE INDEX CONCURRENTLY events_starts ON events (starts_at, id);
