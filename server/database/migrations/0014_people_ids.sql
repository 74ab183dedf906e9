-- The validated constraint spares the scan that SET NOT NULL would make under its lock.
ALTER TABLE follows ALTER COLUMN id SET NOT NULL, DROP CONSTRAINT follows_id_given;
ALTER TABLE place_follows ALTER COLUMN id SET NOT NULL, DROP CONSTRAINT place_follows_id_given;
ALTER TABLE blocks ALTER COLUMN id SET NOT NULL, DROP CONSTRAINT blocks_id_given;
