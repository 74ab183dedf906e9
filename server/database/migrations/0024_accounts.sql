-- A new address waits here until its owner has opened the link that was mailed to it.
CREATE TABLE email_changes (
  user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (char_length(email) <= 254),
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_changes_expires ON email_changes (expires_at);

CREATE TABLE passkeys (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id text COLLATE "C" NOT NULL CONSTRAINT passkeys_credential UNIQUE CHECK (char_length(credential_id) <= 1400),
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
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('add', 'login')),
  challenge_sha256 bytea NOT NULL CHECK (octet_length(challenge_sha256) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_tickets_user ON passkey_tickets (user_id);
CREATE INDEX passkey_tickets_expires ON passkey_tickets (expires_at);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_sha256 bytea NOT NULL CHECK (octet_length(code_sha256) = 32),
  PRIMARY KEY (user_id, code_sha256)
);

-- Added without reading the table: a server of the version before writes no id, and gets one. Those that were there get theirs in 0025.
ALTER TABLE sessions ADD COLUMN id bigint;
ALTER TABLE sessions
  ALTER COLUMN id SET DEFAULT time_ordered_id(),
  -- Browser and system, no more: null where nobody can tell.
  ADD COLUMN device text,
  ADD CONSTRAINT sessions_device_check CHECK (char_length(device) <= 60) NOT VALID;
