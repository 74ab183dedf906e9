-- What databases of version 0.1 have and the baseline has not: ids of posts and comments with a bucket of their place,
-- and how far the hashtags of earlier posts had been read.
ALTER TABLE posts ALTER COLUMN id SET DEFAULT time_ordered_id();
ALTER TABLE comments ALTER COLUMN id SET DEFAULT time_ordered_id();
DROP FUNCTION IF EXISTS time_ordered_id_in(int, timestamptz);
DROP FUNCTION IF EXISTS bucket_of_id(bigint);
DROP FUNCTION IF EXISTS bucket_of_cell(bigint);
DROP SEQUENCE IF EXISTS bucket_id_tail;
DROP TABLE IF EXISTS hashtag_backfill;
