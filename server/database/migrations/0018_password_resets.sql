-- The token itself is never stored. One for each account: asking again replaces it.
CREATE TABLE password_resets (
  user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  expires_at timestamptz NOT NULL
);
