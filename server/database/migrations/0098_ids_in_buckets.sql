-- Ids of posts and comments also tell in which part of the Earth they were published: 41 bits of milliseconds since
-- 2020, 6 bits of a bucket, 6 bits that tell apart what is born in the same millisecond and bucket. Should posts ever
-- be kept on several machines or in partitions, the id alone says where. Older ids have 12 bits of the latter kind:
-- their bucket is as good as random, and as constant.
CREATE SEQUENCE bucket_id_tail MINVALUE 0 MAXVALUE 63 START 0 CYCLE;

-- The bucket of an H3 cell of resolution 5: a hash of the cell of resolution 3 that it belongs to, some 12,000 km²
-- large. Bits 36 to 51 hold its base cell and three digits; the factor is 2^16 divided by the golden ratio.
CREATE FUNCTION bucket_of_cell(c5 bigint) RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ((((c5 >> 36) & 65535) * 40503 & 65535) >> 10)::int;

-- The bucket of a post or comment. A comment has that of its post.
CREATE FUNCTION bucket_of_id(id bigint) RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (id >> 6 & 63)::int;

CREATE FUNCTION time_ordered_id_in(bucket int, born timestamptz DEFAULT clock_timestamp()) RETURNS bigint
LANGUAGE sql VOLATILE
RETURN first_id_at(born) | (bucket << 6) | nextval('bucket_id_tail');

-- Nothing is inserted without a bucket by oversight.
ALTER TABLE posts ALTER COLUMN id DROP DEFAULT;
ALTER TABLE comments ALTER COLUMN id DROP DEFAULT;
