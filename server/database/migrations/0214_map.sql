-- The H3 cell of a coarser resolution that a cell belongs to: the resolution is in bits 52 to 55, then come three bits
-- for each finer step, all of them set below the cell's own resolution.
CREATE FUNCTION map_ancestor(cell bigint, resolution int) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (cell & ~(15::bigint << 52)) | (resolution::bigint << 52) | ((1::bigint << (3 * (15 - resolution))) - 1);

-- The extent of a cell, or of what a request shows: cells of one resolution only meet boxes of the same one.
CREATE FUNCTION map_box(resolution int, west float8, south float8, east float8, north float8) RETURNS cube
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN cube(ARRAY[resolution, west, south], ARRAY[resolution, east, north]);

CREATE TABLE map_cells (
  cell bigint PRIMARY KEY,
  resolution smallint NOT NULL CHECK (resolution BETWEEN 1 AND 7),
  -- Degrees. East is beyond 180 where the cell crosses that meridian.
  west float8 NOT NULL,
  south float8 NOT NULL,
  east float8 NOT NULL,
  north float8 NOT NULL,
  posts_day int NOT NULL DEFAULT 0 CHECK (posts_day >= 0),
  posts_week int NOT NULL DEFAULT 0,
  posts_month int NOT NULL DEFAULT 0,
  newest_ids bigint[] NOT NULL DEFAULT '{}',
  -- The place with most of the month's posts. Null: not counted yet.
  place_id bigint,
  CHECK (east >= west),
  CHECK (north >= south),
  CHECK (posts_week >= posts_day),
  CHECK (posts_month >= posts_week)
) WITH (fillfactor=70);

CREATE INDEX map_cells_box ON map_cells USING gist (map_box(resolution, west, south, east, north));

-- Places with a counted post. What changes with a count is in no index, so that PostgreSQL updates the row in place.
CREATE TABLE map_places (
  place_id bigint PRIMARY KEY REFERENCES places ON DELETE CASCADE,
  latitude float8 NOT NULL,
  longitude float8 NOT NULL,
  -- Its H3 cell of resolution 7, whose ancestors are its larger cells.
  c7 bigint NOT NULL,
  posts_day int NOT NULL DEFAULT 0 CHECK (posts_day >= 0),
  posts_week int NOT NULL DEFAULT 0,
  posts_month int NOT NULL DEFAULT 0,
  -- The newest counted post of each of the authors who posted last, newest first.
  newest_ids bigint[] NOT NULL DEFAULT '{}',
  -- The same of counted posts with a picture.
  picture_ids bigint[] NOT NULL DEFAULT '{}',
  CHECK (posts_week >= posts_day),
  CHECK (posts_month >= posts_week)
) WITH (fillfactor=70);

CREATE INDEX map_places_point ON map_places USING gist (point(longitude, latitude));

-- One row: when the job counted last, and how long it took. Null: never.
CREATE TABLE map_count (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  counted_at timestamptz,
  took_ms int NOT NULL DEFAULT 0 CHECK (took_ms >= 0)
);

INSERT INTO map_count DEFAULT VALUES;
