-- The first page in Milano for one of many people: the session, the newest posts of three cells that lie within 5 km and
-- that the viewer may see, and what their cards show. As short as it can be written by hand; compare it with the
-- statements of server/feed/ when the work of a page changes.
\set viewer random(1, :viewerCount)
SELECT user_id FROM sessions WHERE token_sha256 = sha256(convert_to('bench-' || :viewer, 'UTF8')) AND expires_at > now();
SELECT p.id, p.author_id, u.username, up.name, p.place_id, pl.name, pl.town, pl.province, p.latitude, p.longitude,
  p.text, m.name, m.width, m.height, m.thumbhash, m.alt, p.created_at, p.edited_at, p.likes_count, p.comments_count,
  p.spotted_count, p.followers_only,
  EXISTS (SELECT FROM post_likes WHERE user_id = :viewer AND post_id = p.id),
  EXISTS (SELECT FROM comments WHERE author_id = :viewer AND post_id = p.id),
  EXISTS (SELECT FROM bookmarks WHERE user_id = :viewer AND post_id = p.id),
  (SELECT status FROM spotted_requests WHERE requester_id = :viewer AND post_id = p.id),
  CASE WHEN p.spotted_count > 0 THEN (
    SELECT json_agg(json_build_object('id', s.requester_id, 'username', r.username))
    FROM spotted_requests s JOIN users r ON r.id = s.requester_id WHERE s.post_id = p.id AND s.status = 'confirmed')
  END
FROM (
  SELECT c.id FROM (
    (SELECT id, author_id, latitude, longitude, followers_only FROM posts WHERE c5 = :cell1 ORDER BY id DESC)
    UNION ALL
    (SELECT id, author_id, latitude, longitude, followers_only FROM posts WHERE c5 = :cell2 ORDER BY id DESC)
    UNION ALL
    (SELECT id, author_id, latitude, longitude, followers_only FROM posts WHERE c5 = :cell3 ORDER BY id DESC)
    ORDER BY id DESC
  ) c CROSS JOIN LATERAL (SELECT is_private, suspended_at FROM users WHERE id = c.author_id LIMIT 1) a
  WHERE power(sin(radians(c.latitude - 45.46) / 2), 2)
      + cos(radians(45.46)) * cos(radians(c.latitude)) * power(sin(radians(c.longitude - 9.19) / 2), 2)
      <= power(sin(5000 / 6371008.8 / 2), 2)
    AND a.suspended_at IS NULL
    AND (SELECT 1 FROM blocks WHERE blocker_id = :viewer AND blocked_id = c.author_id LIMIT 1) IS NULL
    AND (SELECT 1 FROM blocks WHERE blocker_id = c.author_id AND blocked_id = :viewer LIMIT 1) IS NULL
    AND (SELECT 1 FROM mutes WHERE user_id = :viewer AND person_id = c.author_id LIMIT 1) IS NULL
    AND (NOT (c.followers_only OR a.is_private) OR c.author_id = :viewer OR (
      SELECT 1 FROM follows WHERE follower_id = :viewer AND followee_id = c.author_id AND status = 'accepted' LIMIT 1
    ) IS NOT NULL)
  ORDER BY c.id DESC LIMIT 11
) found JOIN posts p ON p.id = found.id JOIN users u ON u.id = p.author_id JOIN places pl ON pl.id = p.place_id
  LEFT JOIN media m ON m.id = p.media_id LEFT JOIN media up ON up.id = u.picture_id
ORDER BY p.id DESC;
