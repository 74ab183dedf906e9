CREATE TABLE comments (
  id bigint PRIMARY KEY DEFAULT time_ordered_id(),
  post_id bigint NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 1000),
  likes_count int NOT NULL DEFAULT 0 CHECK (likes_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX comments_post ON comments (post_id, id DESC);
CREATE INDEX comments_author ON comments (author_id, post_id);

CREATE TABLE comment_likes (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  comment_id bigint NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, comment_id)
);
CREATE INDEX comment_likes_comment ON comment_likes (comment_id);
