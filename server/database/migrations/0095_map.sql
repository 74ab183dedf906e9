-- What the map shows: how many public posts each place and each cell of the ground had in the last day, week and month.
-- A job counts them again and again, and changes only the rows that differ (docs/decisions/0056).

-- One row: when the job counted last, and how long it took. Null: never.
CREATE TABLE map_count (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  counted_at timestamptz,
  took_ms int NOT NULL DEFAULT 0 CHECK (took_ms >= 0)
);
INSERT INTO map_count DEFAULT VALUES;

-- Places with a counted post. Whatever changes with a count is in no index, so that PostgreSQL updates the row in place.
CREATE TABLE map_places (
  place_id bigint PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
  latitude float8 NOT NULL,
  longitude float8 NOT NULL,
  -- Its H3 cell at resolution 7. Its larger cells are the ancestors of this one.
  c7 bigint NOT NULL,
  posts_day int NOT NULL DEFAULT 0 CHECK (posts_day >= 0),
  posts_week int NOT NULL DEFAULT 0 CHECK (posts_week >= posts_day),
  posts_month int NOT NULL DEFAULT 0 CHECK (posts_month >= posts_week),
  -- The newest counted post of each of the authors who posted last, newest first.
  newest_ids bigint[] NOT NULL DEFAULT '{}',
  -- The same of counted posts with a picture.
  picture_ids bigint[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 70);
CREATE INDEX map_places_point ON map_places USING gist (point(longitude, latitude));

-- The extent of a cell, or of what a request shows: cells of one resolution only meet boxes of the same one.
CREATE FUNCTION map_box(resolution int, west float8, south float8, east float8, north float8) RETURNS cube
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cube(ARRAY[resolution, west, south], ARRAY[resolution, east, north]);

-- The H3 cell of a coarser resolution that a cell belongs to: the resolution is in bits 52 to 55, then come three bits
-- for each finer step, all of them set below the cell's own resolution.
CREATE FUNCTION map_ancestor(cell bigint, resolution int) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (cell & ~(15::bigint << 52)) | (resolution::bigint << 52) | ((1::bigint << (3 * (15 - resolution))) - 1);

CREATE TABLE map_cells (
  cell bigint PRIMARY KEY,
  resolution smallint NOT NULL CHECK (resolution BETWEEN 1 AND 7),
  -- Degrees. East is beyond 180 where the cell crosses that meridian.
  west float8 NOT NULL,
  south float8 NOT NULL,
  east float8 NOT NULL CHECK (east >= west),
  north float8 NOT NULL CHECK (north >= south),
  posts_day int NOT NULL DEFAULT 0 CHECK (posts_day >= 0),
  posts_week int NOT NULL DEFAULT 0 CHECK (posts_week >= posts_day),
  posts_month int NOT NULL DEFAULT 0 CHECK (posts_month >= posts_week),
  newest_ids bigint[] NOT NULL DEFAULT '{}',
  -- The place with most of the month's posts, and how many these are. Null: not counted yet.
  place_id bigint,
  place_posts int NOT NULL DEFAULT 0 CHECK (place_posts >= 0)
) WITH (fillfactor = 70);
CREATE INDEX map_cells_box ON map_cells USING gist (map_box(resolution, west, south, east, north));
