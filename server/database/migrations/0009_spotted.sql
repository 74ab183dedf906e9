CREATE TABLE spotted_requests (
  id bigint NOT NULL UNIQUE DEFAULT time_ordered_id(),
  post_id bigint NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  requester_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'confirmed')),
  PRIMARY KEY (requester_id, post_id)
);
CREATE INDEX spotted_requests_post ON spotted_requests (post_id, id DESC);
