-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS spotted_requests_sent;

-- A person's requests without an answer, newest first.
CREATE INDEX CONCURRENTLY spotted_requests_sent ON spotted_requests (requester_id, id DESC) WHERE status = 'pending';
