-- Fills a database that holds only the directory of places with a community around the towns of Italy: its people, and
-- two years of their posts. Everything but the dates is the same each time.
-- Settings: bench.people and bench.posts, how many; bench.texts, an array of the texts of posts.
SET work_mem = '128MB';
SET maintenance_work_mem = '512MB';
-- Parallel workers draw random numbers of their own.
SET max_parallel_workers_per_gather = 0;
SELECT setseed(0.5);

-- Rows are checked and indexed together at the end, which takes a fraction of the time.
CREATE TEMP TABLE dropped AS
SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
WHERE indrelid = ANY ('{posts,public_posts,post_likes,comments,follows,media,users}'::regclass[])
  AND NOT indisunique;
DO $$ DECLARE item text; BEGIN
  FOR item IN SELECT name FROM dropped LOOP EXECUTE 'DROP INDEX ' || item; END LOOP;
  FOREACH item IN ARRAY '{posts,post_likes,comments,spotted_requests,follows,blocks,place_follows,sessions,users}'::text[] LOOP
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER ALL', item);
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', item);
  END LOOP;
END $$;

/** Often small, sometimes many times the mean. */
CREATE FUNCTION pg_temp.random_count(mean float8) RETURNS int VOLATILE
  RETURN floor(-mean * ln(1 - random()) + 0.5)::int;

-- A town attracts people by its population, cities more; they live and meet up to some kilometres from its centre.
CREATE TEMP TABLE towns AS
SELECT row_number() OVER (ORDER BY id)::int AS town, name, province, latitude, longitude,
  0.5 + 1.1 * greatest(0, log(population / 2000.0)::float8) AS radius_km,
  sum(population ^ 1.15::float8) OVER (ORDER BY id) / sum(population ^ 1.15::float8) OVER () AS share_until
FROM places WHERE kind = 'town' AND population > 0;
CREATE UNIQUE INDEX ON towns (town);
ANALYZE towns;

-- Places up to 50,000. Their cells are filled in by dataset.ts, which knows H3.
INSERT INTO places (name, search_name, town, province, kind, latitude, longitude, c4, c5)
SELECT name, lower(unaccent(regexp_replace(name, '\W+', ' ', 'g'))), town, province, 'bar', latitude, longitude, 0, 0
FROM (
  SELECT format('%s %s %s', ('{Bar,Piazza,Chiesa,Trattoria,Parco,Hotel,Stazione,Pizzeria,Museo}'::text[])[1 + n % 9],
      t.name, n) AS name, t.name AS town, province,
    latitude + distance_km * sin(direction) / 111.2 AS latitude,
    longitude + distance_km * cos(direction) / 111.2 / cos(radians(latitude)) AS longitude
  FROM (
    SELECT n, 1 + width_bucket(random(), (SELECT array_agg(share_until ORDER BY town) FROM towns)) AS town, 2 * pi() * random() AS direction,
      sqrt(-2 * ln(1 - random())) * CASE WHEN random() < 0.1 THEN 3 ELSE 1 END AS radii
    FROM generate_series(1, 50000 - (SELECT count(*) FROM places)::int) n OFFSET 0
  ) drawn JOIN towns t USING (town), LATERAL (SELECT radii * radius_km AS distance_km) d
) invented;
INSERT INTO place_sources (source, source_id, place_id, licence, describes)
SELECT 'dintorni', 'bench-' || id, id, 'none', true FROM places WHERE c5 = 0;
-- Cells.
CREATE TEMP TABLE sites AS
SELECT t.town, row_number() OVER (PARTITION BY t.town ORDER BY p.id) AS number,
  p.id, p.latitude, p.longitude, p.c4, p.c5
FROM places p JOIN towns t ON t.name = coalesce(p.town, p.name) AND t.province = p.province;
CREATE UNIQUE INDEX ON sites (town, number);
CREATE TEMP TABLE in_town AS SELECT town, count(*) AS sites FROM sites GROUP BY town;
ANALYZE sites;

CREATE TEMP TABLE people AS
SELECT id, town, is_private, row_number() OVER (PARTITION BY town ORDER BY id) AS number
FROM (
  SELECT n AS id, 1 + width_bucket(random(), (SELECT array_agg(share_until ORDER BY town) FROM towns)) AS town, random() < 0.1 AS is_private
  FROM generate_series(1, current_setting('bench.people')::int) n OFFSET 0
) drawn;
CREATE UNIQUE INDEX ON people (id);
CREATE UNIQUE INDEX ON people (town, number);
ANALYZE people;

-- Posts, oldest first. Some are popular; most are written at home, by people who write more the lower their id is.
CREATE TEMP TABLE drawn_posts AS
SELECT time_ordered_id(created_at) AS id, n, created_at, author_id, coalesce(visited, p.town) AS town, activity,
  site_draw, n % 100 < 35 AS has_picture, n % 10 = 1 AS followers_only
FROM (
  SELECT n, now() - interval '12 hours' - (posts - n + random()) * interval '2 years' / posts AS created_at,
    1 + floor(current_setting('bench.people')::int * random() ^ 1.5)::int AS author_id,
    CASE WHEN random() < 0.2 THEN 1 + width_bucket(random(), (SELECT array_agg(share_until ORDER BY town) FROM towns)) END AS visited,
    CASE WHEN random() < 0.01 THEN 20 ELSE 1 END AS activity, random() AS site_draw
  FROM (SELECT current_setting('bench.posts')::int AS posts) s, generate_series(1, posts) n OFFSET 0
) drawn JOIN people p ON p.id = author_id ORDER BY n;

-- Whom people know, and who comes across a post: six of ten are neighbours, others popular people, who have low ids.
CREATE TEMP TABLE met AS
SELECT kind, of_row, coalesce(neighbour.id, 1 + floor(current_setting('bench.people')::int * draw ^ 2)::int) AS person
FROM (
  SELECT kind, of_row, town, random() < 0.6 AS is_neighbour, random() AS draw FROM (
    SELECT 'block' AS kind, id AS of_row, town, pg_temp.random_count(0.6) AS times FROM people
    UNION ALL SELECT 'follow', id, town, least(500, pg_temp.random_count(20)) FROM people
    UNION ALL SELECT 'like', id, town, activity * pg_temp.random_count(4) FROM drawn_posts
    UNION ALL SELECT 'comment', id, town, least(30, activity * pg_temp.random_count(1)) FROM drawn_posts
    UNION ALL SELECT 'spotted', id, town, 1 FROM drawn_posts WHERE n % 10 = 3
  ) counted, generate_series(1, times) OFFSET 0
) drawn
  LEFT JOIN (SELECT town, count(*) AS neighbours FROM people GROUP BY town) in_town USING (town)
  LEFT JOIN people neighbour ON is_neighbour AND neighbour.town = drawn.town
    AND neighbour.number = (1 + floor(draw * neighbours))::bigint;

INSERT INTO blocks (blocker_id, blocked_id)
SELECT DISTINCT of_row, person FROM met WHERE kind = 'block' AND person <> of_row;
INSERT INTO follows (follower_id, followee_id, status)
SELECT of_row, person, CASE WHEN p.is_private AND of_row % 5 = 0 THEN 'pending' ELSE 'accepted' END
FROM (SELECT DISTINCT of_row, person FROM met WHERE kind = 'follow') m JOIN people p ON p.id = person
WHERE person <> of_row
  AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = of_row AND blocked_id = person)
  AND NOT EXISTS (SELECT FROM blocks WHERE blocked_id = of_row AND blocker_id = person);
INSERT INTO post_likes (post_id, user_id, id)
SELECT of_row, person, time_ordered_id(created_at + random() * interval '11 hours')
FROM (SELECT DISTINCT of_row, person FROM met WHERE kind = 'like') m JOIN drawn_posts d ON d.id = of_row
WHERE person <> author_id;
INSERT INTO comments (id, post_id, author_id, text, created_at)
OVERRIDING SYSTEM VALUE
SELECT time_ordered_id(at), of_row, person, 'Ci passo domani apposta.', at FROM (
  SELECT of_row, person, created_at + random() * interval '11 hours' AS at
  FROM met JOIN drawn_posts d ON d.id = of_row WHERE kind = 'comment' OFFSET 0
) written;
INSERT INTO spotted_requests (post_id, requester_id, status)
SELECT of_row, person, CASE WHEN n % 20 = 3 THEN 'confirmed' ELSE 'pending' END
FROM met JOIN drawn_posts d ON d.id = of_row WHERE kind = 'spotted' AND person <> author_id;
INSERT INTO place_follows (user_id, place_id)
SELECT DISTINCT p.id, s.id FROM (
  SELECT id, town, random() AS draw FROM people, generate_series(1, 1 + id % 5) OFFSET 0
) p JOIN in_town USING (town) JOIN sites s ON s.town = p.town AND s.number = (1 + floor(in_town.sites * p.draw ^ 2))::bigint;

-- The files of the pictures do not exist; no benchmark requests them.
INSERT INTO media (id, name, width, height, thumbhash)
SELECT n, left(md5(n::text), 24), 1280, 960, '1QcSHQRnh493V4dIh4eXh1h4kJUI' FROM (
  SELECT n FROM drawn_posts WHERE has_picture
  UNION ALL SELECT 10000000 + id FROM people WHERE id % 10 < 4
) pictures (n);
INSERT INTO users (
  id, username, email, password_hash, picture_id, is_private, onboarding_completed, followers_count, following_count,
  spotted_received)
OVERRIDING SYSTEM VALUE
SELECT p.id, format('%s%s%s%s', first_names[1 + p.id % 10], ('{"",.,_}'::text[])[1 + p.id % 3], surnames[1 + p.id % 9], p.id),
  format('bench-%s@example.it', p.id), '', CASE WHEN p.id % 10 < 4 THEN 10000000 + p.id END, p.is_private, true,
  coalesce(followers.count, 0), coalesce(following.count, 0), coalesce(spotted.count, 0)
FROM people p
  LEFT JOIN (SELECT followee_id, count(*) FROM follows WHERE status = 'accepted' GROUP BY 1) followers
    ON followee_id = p.id
  LEFT JOIN (SELECT follower_id, count(*) FROM follows WHERE status = 'accepted' GROUP BY 1) following
    ON follower_id = p.id
  LEFT JOIN (SELECT requester_id, count(*) FROM spotted_requests WHERE status = 'confirmed' GROUP BY 1) spotted
    ON requester_id = p.id,
  (SELECT '{giulia,marco,sofia,luca,aurora,matteo,chiara,davide,elena,francesco}'::text[] AS first_names,
    '{rossi,ferrari,russo,bianchi,romano,gallo,costa,fontana,conti}'::text[] AS surnames) names;
CREATE TEMP TABLE texts AS
SELECT number - 1 AS number, text FROM unnest(current_setting('bench.texts')::text[]) WITH ORDINALITY t (text, number);
ANALYZE drawn_posts, texts;
INSERT INTO posts (
  id, author_id, place_id, latitude, longitude, c4, c5, followers_only, text, media_id, likes_count, comments_count,
  spotted_count, created_at)
OVERRIDING SYSTEM VALUE
SELECT d.id, author_id, s.id, latitude, longitude, c4, c5, followers_only,
  t.text, CASE WHEN has_picture THEN n END, coalesce(likes.count, 0), coalesce(comments.count, 0), coalesce(spotted.count, 0),
  created_at
FROM drawn_posts d
  JOIN texts t ON t.number = n % (SELECT count(*) FROM texts)
  JOIN in_town USING (town)
  JOIN sites s ON s.town = d.town AND s.number = (1 + floor(in_town.sites * site_draw ^ 2))::bigint
  LEFT JOIN (SELECT post_id, count(*) FROM post_likes GROUP BY 1) likes ON likes.post_id = d.id
  LEFT JOIN (SELECT post_id, count(*) FROM comments GROUP BY 1) comments ON comments.post_id = d.id
  LEFT JOIN (SELECT post_id, count(*) FROM spotted_requests WHERE status = 'confirmed' GROUP BY 1) spotted
    ON spotted.post_id = d.id
ORDER BY d.id;
UPDATE places SET followers_count = counts.followers, spotted_confirmed_count = counts.confirmed
FROM (
  SELECT place_id, sum(followers) AS followers, sum(confirmed) AS confirmed FROM (
    SELECT place_id, 1 AS followers, 0 AS confirmed FROM place_follows f JOIN people ON people.id = user_id
    WHERE NOT is_private
    UNION ALL SELECT place_id, 0, 1 FROM posts WHERE spotted_count > 0
  ) counted GROUP BY place_id
) counts WHERE places.id = place_id;

-- The first people are signed in, with the token bench-ID, for longer than a dataset is used.
INSERT INTO sessions (token_sha256, user_id, expires_at)
SELECT sha256(convert_to('bench-' || id, 'UTF8')), id, now() + interval '40 days' FROM people WHERE id <= 10000;

DO $$ DECLARE item text; BEGIN
  FOR item IN SELECT definition FROM dropped LOOP EXECUTE item; END LOOP;
  FOREACH item IN ARRAY '{posts,post_likes,comments,spotted_requests,follows,blocks,place_follows,sessions,users}'::text[] LOOP
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER ALL', item);
  END LOOP;
END $$;
SELECT setval(pg_get_serial_sequence('users', 'id'), max(id)) FROM users;
