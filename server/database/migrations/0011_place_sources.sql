-- Who names a place, and under which licence: a place that several sources know has a row for each.
CREATE TABLE place_sources (
  source text COLLATE "C" NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  place_id bigint NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  licence text NOT NULL,
  -- true for the source that the place's name and position are of; the others were found to be the same place
  describes boolean NOT NULL,
  PRIMARY KEY (source, source_id)
);
INSERT INTO place_sources (source, source_id, place_id, licence, describes)
SELECT source, source_id, id, licence, true FROM places;
CREATE INDEX place_sources_place ON place_sources (place_id);
CREATE UNIQUE INDEX place_sources_describing ON place_sources (place_id) WHERE describes;

ALTER TABLE places DROP COLUMN source, DROP COLUMN source_id, DROP COLUMN licence;
