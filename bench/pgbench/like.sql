-- A like, or its removal, of one of the pairs of viewer and post in bench_pairs: the session, the post locked for the
-- viewer, the like with the post's counter, and the job that notifies the author.
\set number random(1, :pairCount)
SELECT viewer_id AS viewer, post_id AS post, author_id AS author FROM bench_pairs WHERE number = :number \gset
SELECT user_id FROM sessions WHERE token_sha256 = sha256(convert_to('bench-' || :viewer, 'UTF8')) AND expires_at > now();
BEGIN;
SELECT p.id FROM posts p JOIN users u ON u.id = p.author_id
WHERE p.id = :post AND u.suspended_at IS NULL AND NOT p.followers_only AND NOT u.is_private
  AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = :viewer AND blocked_id = p.author_id)
  AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = p.author_id AND blocked_id = :viewer)
FOR NO KEY UPDATE OF p;
WITH removed AS (DELETE FROM post_likes WHERE user_id = :viewer AND post_id = :post RETURNING 1),
  added AS (
    INSERT INTO post_likes (user_id, post_id) SELECT :viewer, :post WHERE NOT EXISTS (SELECT FROM removed) RETURNING 1)
UPDATE posts SET likes_count = likes_count + (SELECT count(*) FROM added) - (SELECT count(*) FROM removed)
WHERE id = :post;
INSERT INTO pgboss.job (name, data) VALUES (
  'activity',
  json_build_object('post', :post::bigint, 'notify', json_build_object('recipientId', :author::bigint, 'actorId', :viewer::bigint)));
COMMIT;
