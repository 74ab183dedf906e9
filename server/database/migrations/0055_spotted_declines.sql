-- The author of a post has said that a person is not meant. Kept apart from the request: nothing that a requester reads
-- can tell, and it outlives a request that is withdrawn and sent again.
CREATE TABLE spotted_declines (
  post_id bigint NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  requester_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (post_id, requester_id)
);
CREATE INDEX spotted_declines_requester ON spotted_declines (requester_id);
