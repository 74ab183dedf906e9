-- outside a transaction
ALTER TABLE moderation_log
  DROP CONSTRAINT IF EXISTS moderation_log_action_check,
  ADD CONSTRAINT moderation_log_action_check CHECK (action IN ('dismiss', 'remove', 'suspend', 'merge', 'lift', 'grant',
    'revoke', 'grant_administrator', 'revoke_administrator', 'show_account', 'mail_reset_link',
    'remove_second_factor', 'set_email', 'delete_account', 'change_registrations', 'invite', 'withdraw_invitation',
    'block_address', 'unblock_address', 'publish_text', 'announce', 'end_announcement', 'request_backup',
    'fetch_streets')) NOT VALID;

ALTER TABLE moderation_log VALIDATE CONSTRAINT moderation_log_action_check;

-- The streets of the map that an administrator has last asked for: at most one row.
CREATE TABLE IF NOT EXISTS map_streets_fetch (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  state text COLLATE "C" NOT NULL CHECK (state IN ('planning', 'planned', 'fetching', 'stopped', 'failed', 'done')),
  -- Around which they are; null for a part in degrees.
  town text CHECK (char_length(town) <= 200),
  km float8 CHECK (km BETWEEN 1 AND 200),
  -- Degrees.
  west float8 NOT NULL CHECK (west >= -180),
  south float8 NOT NULL CHECK (south >= -90),
  east float8 NOT NULL CHECK (east <= 180),
  north float8 NOT NULL CHECK (north <= 90),
  -- Of the archive. Null: the newest public build, until it is known.
  address text CHECK (char_length(address) <= 500),
  bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
  -- Null: not planned yet.
  total_bytes bigint CHECK (total_bytes >= 0),
  tiles int CHECK (tiles > 0),
  failure text COLLATE "C" CHECK (failure IN ('busy', 'builds', 'disk_full', 'interrupted', 'nothing_there', 'replaced',
    'too_large', 'unfit', 'unreachable')),
  failure_detail text CHECK (char_length(failure_detail) <= 500),
  -- The process that works on it, and when it last said so.
  worker uuid,
  seen_at timestamptz,
  CHECK (west < east AND south < north),
  CHECK ((town IS NULL) = (km IS NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK ((total_bytes IS NULL) = (tiles IS NULL)),
  CHECK (state NOT IN ('planned', 'fetching', 'done') OR total_bytes IS NOT NULL)
);
