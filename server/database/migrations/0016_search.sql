-- Trusted extensions, as cube is: the database's owner may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- "giulia rossi" is how people type giulia.rossi or Giulia_Rossi.
CREATE FUNCTION username_search_key(username text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN translate(lower(username), '._', '');
