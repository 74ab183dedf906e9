-- The confirmed requests about a post, found among any number that wait for their answer.
CREATE INDEX spotted_requests_confirmed ON spotted_requests (post_id, id DESC) WHERE status = 'confirmed';
