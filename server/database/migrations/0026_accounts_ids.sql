-- The validated constraint spares the scan that SET NOT NULL would make under its lock.
ALTER TABLE sessions ALTER COLUMN id SET NOT NULL, DROP CONSTRAINT sessions_id_given;
