-- Extensions that the database's owner may create (trusted): nearest places, names with slips, words without accents.
CREATE EXTENSION IF NOT EXISTS cube;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Ids that grow with time and fit a JavaScript number: 41 bits of milliseconds since 2020-01-01 UTC (until 2089), then
-- 12 bits that tell apart what is created in the same millisecond.
CREATE SEQUENCE time_ordered_id_tail MINVALUE 0 MAXVALUE 4095 START 0 CYCLE;

CREATE FUNCTION time_ordered_id(born timestamptz DEFAULT clock_timestamp()) RETURNS bigint
LANGUAGE sql VOLATILE
RETURN (((extract(epoch FROM born) * 1000)::bigint - 1577836800000) << 12) | nextval('time_ordered_id_tail');

-- The smallest id that something created at that moment can have.
CREATE FUNCTION first_id_at(born timestamptz) RETURNS bigint
LANGUAGE sql STABLE
RETURN ((extract(epoch FROM born) * 1000)::bigint - 1577836800000) << 12;

-- When something with this id was created.
CREATE FUNCTION created_at_of(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE
RETURN to_timestamp(((id >> 12) + 1577836800000) / 1000.0);
