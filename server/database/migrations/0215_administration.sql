-- Written once: all that may change is that somebody is gone.
CREATE FUNCTION keep_legal_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) - 'published_by' = to_jsonb(OLD) - 'published_by'
    AND (NEW.published_by IS NULL OR NEW.published_by = OLD.published_by)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a version of a legal text is written once';
END
$$;

-- How the server was in each hour of the last months: numbers only, which say nothing about anybody.
CREATE TABLE hourly_figures (
  hour timestamptz PRIMARY KEY,
  -- When they were taken, towards the end of the hour.
  taken_at timestamptz NOT NULL DEFAULT now(),
  people int NOT NULL,
  -- Who has used the app in the two days before.
  active_people int NOT NULL,
  posts bigint NOT NULL,
  pictures bigint NOT NULL,
  -- What came in the hour before.
  new_people int NOT NULL,
  new_posts int NOT NULL,
  database_bytes bigint NOT NULL,
  waiting_jobs int NOT NULL,
  open_reports int NOT NULL
);

-- Requests that ended with a 5xx, and attempts of jobs that failed. Names come from the code.
CREATE TABLE hourly_errors (
  hour timestamptz,
  name text COLLATE "C",
  count int NOT NULL CHECK (count > 0),
  PRIMARY KEY (hour, name)
);

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
  uses int NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  -- Null for the operator, and when the account is deleted.
  created_by bigint REFERENCES users ON DELETE SET NULL,
  CHECK (uses >= 0 AND uses <= max_uses)
);

CREATE INDEX invitations_creator ON invitations (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX invitations_expiry ON invitations (expires_at);

-- E-mail addresses, and domains with all that lie below them, for which nobody may register. Lower case, without a tag.
CREATE TABLE blocked_addresses (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  address text COLLATE "C" NOT NULL UNIQUE CHECK (char_length(address) BETWEEN 1 AND 254)
);

-- What who runs the server tells everybody.
CREATE TABLE announcements (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
  starts_at timestamptz NOT NULL,
  -- Null: until it is withdrawn.
  ends_at timestamptz,
  withdrawn_at timestamptz,
  -- Null for the operator, and when the account is deleted.
  created_by bigint REFERENCES users ON DELETE SET NULL,
  CHECK (ends_at > starts_at)
);

CREATE INDEX announcements_creator ON announcements (created_by) WHERE created_by IS NOT NULL;

-- Versions of the terms and the privacy policy, which replace the texts that come with Dintorni.
CREATE TABLE legal_texts (
  kind text COLLATE "C" CHECK (kind IN ('terms', 'privacy')),
  version int CHECK (version > 0),
  -- Markdown, as it was written.
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 30000),
  published_at timestamptz NOT NULL DEFAULT now(),
  -- Null for the operator's command and for a deleted account.
  published_by bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (kind, version)
);

CREATE INDEX legal_texts_published_by ON legal_texts (published_by) WHERE published_by IS NOT NULL;

CREATE TRIGGER legal_texts_kept BEFORE UPDATE OR DELETE ON legal_texts FOR EACH ROW
  EXECUTE FUNCTION keep_legal_texts();

-- The backups of this database, those that failed too. A backup does not contain this table.
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The moment of the schedule that it is for; null for one that the operator has asked for.
  due_at timestamptz,
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- Null while it is being taken, and for ever if its process was killed.
  ended_at timestamptz,
  file text NOT NULL,
  bytes bigint CHECK (bytes > 0),
  -- Why there is no backup, in one line without anything private.
  failure text,
  CHECK ((ended_at IS NOT NULL) = (num_nonnulls(bytes, failure) = 1))
);

CREATE INDEX backups_begun ON backups (begun_at);
-- Of several servers one takes a scheduled backup.
CREATE UNIQUE INDEX backups_once ON backups (due_at) WHERE bytes IS NOT NULL;

-- When an administrator last asked for a backup: at most one row.
CREATE TABLE backup_requests (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  requested_at timestamptz NOT NULL
);
