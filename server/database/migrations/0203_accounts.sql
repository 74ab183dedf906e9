-- The token itself is never stored.
CREATE TABLE sessions (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Names the session to its owner, who must not learn the token of another.
  id bigint NOT NULL DEFAULT time_ordered_id(),
  -- Browser and system, no more: null where nobody can tell.
  device text CHECK (char_length(device) <= 60)
);

CREATE INDEX sessions_expires ON sessions (expires_at);
CREATE UNIQUE INDEX sessions_id ON sessions (id);
CREATE INDEX sessions_user ON sessions (user_id);

-- Browsers that have signed in to an account before: guesses from elsewhere do not lock them out. The token is a
-- cookie and never stored itself, nor is an address.
CREATE TABLE known_devices (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

CREATE INDEX known_devices_expires ON known_devices (expires_at);
CREATE INDEX known_devices_user ON known_devices (user_id, expires_at);

-- Personal access tokens: a program acts for a person with the scopes that she gave it. The token itself is not stored.
CREATE TABLE access_tokens (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  token_sha256 bytea NOT NULL CONSTRAINT access_tokens_token UNIQUE CHECK (octet_length(token_sha256) = 32),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'write', 'chat'] AND cardinality(scopes) BETWEEN 1 AND 3),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_on date
);

CREATE INDEX access_tokens_expires ON access_tokens (expires_at);
CREATE INDEX access_tokens_user ON access_tokens (user_id, id DESC);

-- The token itself is never stored. One for each account: asking again replaces it.
CREATE TABLE password_resets (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  expires_at timestamptz NOT NULL
);

-- A new address waits here until its owner has opened the link that was mailed to it.
CREATE TABLE email_changes (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (char_length(email) <= 254),
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  expires_at timestamptz NOT NULL
);

CREATE INDEX email_changes_expires ON email_changes (expires_at);

-- Where somebody may fetch all that is theirs, after they gave their password. The token itself is never stored.
CREATE TABLE export_links (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  session_sha256 bytea REFERENCES sessions (token_sha256) ON UPDATE CASCADE ON DELETE CASCADE,
  fetch_count int NOT NULL DEFAULT 0
);

CREATE INDEX export_links_session ON export_links (session_sha256);
CREATE INDEX export_links_user ON export_links (user_id);

CREATE TABLE passkeys (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text COLLATE "C" NOT NULL CONSTRAINT passkeys_credential UNIQUE
    CHECK (char_length(credential_id) <= 1400),
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);

CREATE INDEX passkeys_user ON passkeys (user_id, id DESC);

-- Who has given the password and has a passkey still to show, or to add. Neither ticket nor challenge is stored itself.
CREATE TABLE passkey_tickets (
  ticket_sha256 bytea PRIMARY KEY CHECK (octet_length(ticket_sha256) = 32),
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('add', 'login')),
  challenge_sha256 bytea NOT NULL CHECK (octet_length(challenge_sha256) = 32),
  expires_at timestamptz NOT NULL
);

CREATE INDEX passkey_tickets_expires ON passkey_tickets (expires_at);
CREATE INDEX passkey_tickets_user ON passkey_tickets (user_id);

CREATE TABLE recovery_codes (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  code_sha256 bytea CHECK (octet_length(code_sha256) = 32),
  PRIMARY KEY (user_id, code_sha256)
);

-- Secrets that all servers on this database share. 32 bytes, of which gen_random_uuid() makes 244 bits random.
CREATE TABLE server_keys (
  name text COLLATE "C" PRIMARY KEY,
  key bytea NOT NULL CHECK (octet_length(key) = 32)
);

INSERT INTO server_keys (name, key)
VALUES ('cursors', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Attempts that are limited together by all servers: the table of rate-limiter-flexible.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points int NOT NULL DEFAULT 0,
  expire bigint
);

CREATE INDEX rate_limits_expire ON rate_limits (expire);
