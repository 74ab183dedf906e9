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
  hour timestamptz NOT NULL,
  name text COLLATE "C" NOT NULL,
  count int NOT NULL CHECK (count > 0),
  PRIMARY KEY (hour, name)
);

-- When an administrator last asked for a backup: at most one row.
CREATE TABLE backup_requests (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  requested_at timestamptz NOT NULL
);
