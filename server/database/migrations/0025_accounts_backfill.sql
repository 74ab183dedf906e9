-- outside a transaction
-- A few at a time: who is using the app waits for none of them for long. The sessions that were there go on; nobody knows any more on which device.
DO $$ BEGIN LOOP
  UPDATE sessions SET id = DEFAULT WHERE token_sha256 IN (SELECT token_sha256 FROM sessions WHERE id IS NULL LIMIT 10000); EXIT WHEN NOT FOUND; COMMIT; END LOOP
; END $$;
-- Only now: before, it would refuse to move on the end of a session that has no id yet.
ALTER TABLE sessions DROP CONSTRAINT IF EXISTS sessions_id_given, ADD CONSTRAINT sessions_id_given CHECK (id IS NOT NULL) NOT VALID;
ALTER TABLE sessions VALIDATE CONSTRAINT sessions_id_given;
ALTER TABLE sessions VALIDATE CONSTRAINT sessions_device_check;
