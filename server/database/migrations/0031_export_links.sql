-- Where somebody may fetch all that is theirs, after they gave their password. The token itself is never stored.
CREATE TABLE export_links (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX export_links_user ON export_links (user_id);
