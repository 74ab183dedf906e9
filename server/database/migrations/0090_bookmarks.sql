-- Posts that somebody has saved for themselves. No counter: nobody else learns of it.
CREATE TABLE bookmarks (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  post_id bigint NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT time_ordered_id(),
  PRIMARY KEY (user_id, post_id)
);
CREATE INDEX bookmarks_newest ON bookmarks (user_id, id DESC) INCLUDE (post_id);
CREATE INDEX bookmarks_post ON bookmarks (post_id);
