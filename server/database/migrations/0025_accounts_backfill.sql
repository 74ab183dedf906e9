-- Row locks only. The sessions that were there go on; nobody knows any more on which device.
UPDATE sessions SET id = DEFAULT WHERE id IS NULL;
ALTER TABLE sessions VALIDATE CONSTRAINT sessions_id_given;
