-- Who may create an account: one row, so that all servers see a change at once.
CREATE TABLE registration_settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  mode text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (mode IN ('open', 'invitation', 'closed'))
);
INSERT INTO registration_settings DEFAULT VALUES;

-- What lets somebody create an account while others may not. Who has used one is not stored.
CREATE TABLE invitations (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  token_sha256 bytea NOT NULL UNIQUE,
  note text NOT NULL CHECK (char_length(note) <= 100),
  max_uses int NOT NULL CHECK (max_uses BETWEEN 1 AND 100),
  uses int NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND max_uses),
  expires_at timestamptz NOT NULL,
  -- Null for the operator, and when the account is deleted.
  created_by bigint REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX invitations_creator ON invitations (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX invitations_expiry ON invitations (expires_at);

-- E-mail addresses, and domains with all that lie below them, for which nobody may register. Lower case, without a tag.
CREATE TABLE blocked_addresses (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  address text COLLATE "C" NOT NULL UNIQUE CHECK (char_length(address) BETWEEN 1 AND 254)
);
