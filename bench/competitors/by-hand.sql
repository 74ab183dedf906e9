CREATE EXTENSION IF NOT EXISTS earthdistance CASCADE;
CREATE INDEX IF NOT EXISTS by_hand_newest ON posts (created_at DESC) INCLUDE (id, author_id, latitude, longitude, followers_only);
CREATE INDEX IF NOT EXISTS by_hand_earth ON posts USING gist (ll_to_earth(latitude, longitude));
VACUUM ANALYZE posts;
