INSERT INTO "Author" ("objectId", "createdAt", "updatedAt", username, picture, "isPrivate")
  SELECT u.id, u.created_at, u.created_at, u.username, m.name, u.is_private FROM users u LEFT JOIN media m ON m.id = u.picture_id;
INSERT INTO "Place" ("objectId", "createdAt", "updatedAt", name, town) SELECT id, now(), now(), name, town FROM places;
INSERT INTO "Post" ("objectId", "createdAt", "updatedAt", at, author, place, text, picture, "pictureWidth", "pictureHeight", thumbhash, hidden, "followersOnly", likes, comments, spotted)
  SELECT p.id, p.created_at, p.created_at, point(p.longitude, p.latitude), p.author_id, p.place_id, p.text, m.name, m.width, m.height, m.thumbhash,
    p.followers_only OR u.is_private, p.followers_only, p.likes_count, p.comments_count, p.spotted_count
  FROM posts p JOIN users u ON u.id = p.author_id LEFT JOIN media m ON m.id = p.media_id ORDER BY p.id;
INSERT INTO "PostLike" ("objectId", "createdAt", "updatedAt", person, post) SELECT row_number() OVER (), now(), now(), user_id, post_id FROM post_likes;
INSERT INTO "PostComment" ("objectId", "createdAt", "updatedAt", person, post) SELECT id, created_at, created_at, author_id, post_id FROM comments;
INSERT INTO "PostSpotted" ("objectId", "createdAt", "updatedAt", person, post, status) SELECT id, now(), now(), requester_id, post_id, status FROM spotted_requests;
INSERT INTO "Block" ("objectId", "createdAt", "updatedAt", by, of) SELECT row_number() OVER (), now(), now(), blocker_id, blocked_id FROM blocks;
INSERT INTO "Follow" ("objectId", "createdAt", "updatedAt", by, of) SELECT row_number() OVER (), now(), now(), follower_id, followee_id FROM follows WHERE status = 'accepted';
CREATE INDEX ON "Post" ("createdAt" DESC);
CREATE INDEX ON "Post" (author, "createdAt" DESC);
CREATE INDEX ON "PostLike" (person, post);
CREATE INDEX ON "PostComment" (person, post);
CREATE INDEX ON "PostSpotted" (person, post);
CREATE INDEX ON "Block" (by);
CREATE INDEX ON "Block" (of);
CREATE INDEX ON "Follow" (by);
VACUUM ANALYZE;
