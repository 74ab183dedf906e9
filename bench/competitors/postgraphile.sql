CREATE FUNCTION nearby_posts(viewer bigint, latitude float8, longitude float8, metres float8, level int, cells bigint[]) RETURNS SETOF posts LANGUAGE sql STABLE AS $$
  SELECT posts.* FROM (
    SELECT p.id FROM unnest(cells) cell
      CROSS JOIN LATERAL (
        (SELECT id, author_id, latitude, longitude, followers_only FROM posts WHERE level = 5 AND c5 = cell ORDER BY id DESC LIMIT 2000)
        UNION ALL (SELECT id, author_id, latitude, longitude, followers_only FROM posts WHERE level = 4 AND c4 = cell ORDER BY id DESC LIMIT 2000)
      ) p
      JOIN users u ON u.id = p.author_id
    WHERE power(sin(radians(p.latitude - $2) / 2), 2) + cos(radians($2)) * cos(radians(p.latitude)) * power(sin(radians(p.longitude - $3) / 2), 2) <= power(sin($4 / 12742017.5428), 2)
      AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = viewer AND b.blocked_id = p.author_id)
      AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = p.author_id AND b.blocked_id = viewer)
      AND (NOT p.followers_only AND NOT u.is_private OR p.author_id = viewer
        OR EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = viewer AND f.followee_id = p.author_id AND f.status = 'accepted'))
    ORDER BY p.id DESC LIMIT 10
  ) page JOIN posts ON posts.id = page.id ORDER BY posts.id DESC
$$;
CREATE FUNCTION posts_liked(post posts, viewer bigint) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT EXISTS (SELECT 1 FROM post_likes WHERE user_id = viewer AND post_id = post.id) $$;
CREATE FUNCTION posts_commented(post posts, viewer bigint) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT EXISTS (SELECT 1 FROM comments WHERE author_id = viewer AND post_id = post.id) $$;
CREATE FUNCTION posts_spotted_status(post posts, viewer bigint) RETURNS text LANGUAGE sql STABLE AS $$ SELECT status FROM spotted_requests WHERE requester_id = viewer AND post_id = post.id $$;
