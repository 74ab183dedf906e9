-- outside a transaction
-- Who added a place, for their export, and for moderators. Null: it is of the directory, or whoever added it has left.
ALTER TABLE places ADD COLUMN IF NOT EXISTS added_by bigint, ADD COLUMN IF NOT EXISTS added_at timestamptz;
DROP INDEX CONCURRENTLY IF EXISTS places_added_by;
CREATE INDEX CONCURRENTLY places_added_by ON places (added_by, id) WHERE added_by IS NOT NULL;
ALTER TABLE places
  DROP CONSTRAINT IF EXISTS places_added_by_fkey,
  ADD CONSTRAINT places_added_by_fkey FOREIGN KEY (added_by) REFERENCES users (id) ON DELETE SET NULL NOT VALID;
ALTER TABLE places VALIDATE CONSTRAINT places_added_by_fkey;
ALTER TABLE daily_usage
  ADD COLUMN IF NOT EXISTS places int NOT NULL DEFAULT 0 CONSTRAINT daily_usage_places_check CHECK (places >= 0);
