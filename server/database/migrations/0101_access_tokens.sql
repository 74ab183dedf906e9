-- Personal access tokens: a program acts for a person with the scopes that she gave it. The token itself is not stored.
CREATE TABLE access_tokens (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_sha256 bytea NOT NULL CONSTRAINT access_tokens_token UNIQUE CHECK (octet_length(token_sha256) = 32),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'write', 'chat'] AND cardinality(scopes) BETWEEN 1 AND 3),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_on date
);
CREATE INDEX access_tokens_user ON access_tokens (user_id, id DESC);
CREATE INDEX access_tokens_expires ON access_tokens (expires_at);
