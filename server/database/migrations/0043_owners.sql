-- Whether the link mailed to an account's address was used. The default is stored once for all rows, so none is written.
ALTER TABLE users ADD COLUMN email_confirmed boolean NOT NULL DEFAULT false;
-- Accounts from before were never asked. Those with a passkey count as confirmed: otherwise a mailed link alone would
-- take the second factor from them. They are few.
UPDATE users SET email_confirmed = true WHERE id IN (SELECT user_id FROM passkeys);

-- Browsers that have signed in to an account before: guesses from elsewhere do not lock them out. The token is a
-- cookie and never stored itself, nor is an address.
CREATE TABLE known_devices (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX known_devices_user ON known_devices (user_id, expires_at);
CREATE INDEX known_devices_expires ON known_devices (expires_at);

-- A link belongs to the session that asked for it and ends with it. Null only in a link that a server of the version
-- before writes: nobody can fetch it. A password change renews the session's token.
ALTER TABLE export_links
  ADD COLUMN session_sha256 bytea REFERENCES sessions (token_sha256) ON UPDATE CASCADE ON DELETE CASCADE,
  ADD COLUMN fetch_count int NOT NULL DEFAULT 0;
CREATE INDEX export_links_session ON export_links (session_sha256);
