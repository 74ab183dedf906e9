-- Whom and what somebody has muted; nobody else learns of it (docs/decisions/0054).
CREATE TABLE mutes (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  person_id bigint REFERENCES users (id) ON DELETE CASCADE CHECK (person_id <> user_id),
  place_id bigint REFERENCES places (id) ON DELETE CASCADE,
  CHECK (num_nonnulls(person_id, place_id) = 1),
  UNIQUE (user_id, person_id),
  UNIQUE (user_id, place_id)
);
CREATE INDEX mutes_newest ON mutes (user_id, id DESC);
CREATE INDEX mutes_person ON mutes (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX mutes_place ON mutes (place_id) WHERE place_id IS NOT NULL;
