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
-- Of several servers one takes a scheduled backup.
CREATE UNIQUE INDEX backups_once ON backups (due_at) WHERE bytes IS NOT NULL;
CREATE INDEX backups_begun ON backups (begun_at);
