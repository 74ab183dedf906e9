CREATE TABLE spotted_requests (
  id bigint NOT NULL DEFAULT time_ordered_id() UNIQUE,
  post_id bigint REFERENCES posts ON DELETE CASCADE,
  requester_id bigint REFERENCES users ON DELETE CASCADE,
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed')),
  text text CHECK (char_length(text) BETWEEN 1 AND 140),
  PRIMARY KEY (requester_id, post_id)
);

CREATE INDEX spotted_requests_confirmed ON spotted_requests (post_id, id DESC) WHERE status = 'confirmed';
CREATE INDEX spotted_requests_post ON spotted_requests (post_id, id DESC);
CREATE INDEX spotted_requests_received ON spotted_requests (requester_id, post_id DESC) WHERE status = 'confirmed';

-- The author of a post has said that a person is not meant. Kept apart from the request: nothing that a requester reads
-- can tell, and it outlives a request that is withdrawn and sent again.
CREATE TABLE spotted_declines (
  post_id bigint REFERENCES posts ON DELETE CASCADE,
  requester_id bigint REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (post_id, requester_id)
);

CREATE INDEX spotted_declines_requester ON spotted_declines (requester_id);
