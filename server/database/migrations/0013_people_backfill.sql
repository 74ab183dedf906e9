-- Row locks only. Nobody followed anybody before this version but in the demo community.
UPDATE follows SET id = DEFAULT WHERE id IS NULL;
UPDATE place_follows SET id = DEFAULT WHERE id IS NULL;
UPDATE blocks SET id = DEFAULT WHERE id IS NULL;
UPDATE users u SET followers_count = f.many
  FROM (SELECT followee_id, count(*) AS many FROM follows WHERE status = 'accepted' GROUP BY 1) f WHERE f.followee_id = u.id;
UPDATE users u SET following_count = f.many
  FROM (SELECT follower_id, count(*) AS many FROM follows WHERE status = 'accepted' GROUP BY 1) f WHERE f.follower_id = u.id;
UPDATE users u SET spotted_received = s.many
  FROM (SELECT requester_id, count(*) AS many FROM spotted_requests WHERE status = 'confirmed' GROUP BY 1) s WHERE s.requester_id = u.id;
ALTER TABLE users VALIDATE CONSTRAINT users_counters_check;
ALTER TABLE follows VALIDATE CONSTRAINT follows_id_given;
ALTER TABLE place_follows VALIDATE CONSTRAINT place_follows_id_given;
ALTER TABLE blocks VALIDATE CONSTRAINT blocks_id_given;
