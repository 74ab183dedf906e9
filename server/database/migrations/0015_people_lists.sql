-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS follows_followers;
CREATE INDEX CONCURRENTLY follows_followers ON follows (followee_id, status, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS follows_following;
CREATE INDEX CONCURRENTLY follows_following ON follows (follower_id, status, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS place_follows_followers;
CREATE INDEX CONCURRENTLY place_follows_followers ON place_follows (place_id, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS place_follows_following;
CREATE INDEX CONCURRENTLY place_follows_following ON place_follows (user_id, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS blocks_list;
CREATE INDEX CONCURRENTLY blocks_list ON blocks (blocker_id, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS spotted_requests_received;
CREATE INDEX CONCURRENTLY spotted_requests_received ON spotted_requests (requester_id, post_id DESC) WHERE status = 'confirmed';
DROP INDEX CONCURRENTLY IF EXISTS posts_spotted;
CREATE INDEX CONCURRENTLY posts_spotted ON posts (place_id, id DESC) WHERE spotted_count > 0;
-- Replaced by the lists above, which begin alike.
DROP INDEX CONCURRENTLY IF EXISTS follows_followee;
DROP INDEX CONCURRENTLY IF EXISTS place_follows_place;
