// A hand-written server: node:http, pg, one prepared statement per page. `newest` walks the posts from the newest and
// keeps those within the distance; `within` finds those within the distance and sorts them.
import { createServer } from 'node:http'
import pg from 'pg'

const within = `
  power(sin(radians(p.latitude - $2) / 2), 2)
    + cos(radians($2)) * cos(radians(p.latitude)) * power(sin(radians(p.longitude - $3) / 2), 2)
    <= power(sin($4 / 12742017.5428), 2)`
const visible = `
  NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = p.author_id)
  AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = p.author_id AND b.blocked_id = $1)
  AND (NOT p.followers_only AND NOT u.is_private OR p.author_id = $1
    OR EXISTS (
      SELECT 1 FROM follows f WHERE f.follower_id = $1 AND f.followee_id = p.author_id AND f.status = 'accepted'
    ))`
const columns = `
  p.id, p.author_id AS user_id, u.username, up.name AS profile_pic,
  p.place_id AS location_id, pl.name AS location_name, pl.town AS location_town,
  p.text, m.name AS image_url, m.width AS image_width, m.height AS image_height, m.thumbhash AS image_thumbhash,
  p.created_at, p.likes_count, p.comments_count, p.spotted_count, p.followers_only,
  EXISTS (SELECT 1 FROM post_likes l WHERE l.user_id = $1 AND l.post_id = p.id) AS user_liked,
  EXISTS (SELECT 1 FROM comments c WHERE c.author_id = $1 AND c.post_id = p.id) AS user_commented,
  (SELECT s.status FROM spotted_requests s WHERE s.requester_id = $1 AND s.post_id = p.id) AS user_spotted_status`
const joined = `
  JOIN posts p ON p.id = page.id JOIN users u ON u.id = p.author_id JOIN places pl ON pl.id = p.place_id
  LEFT JOIN media m ON m.id = p.media_id LEFT JOIN media up ON up.id = u.picture_id`

const statements = {
  newest: `SELECT ${columns} FROM (
    SELECT p.id FROM posts p JOIN users u ON u.id = p.author_id
    WHERE ${within} AND ${visible} ORDER BY p.created_at DESC LIMIT 10
  ) page ${joined} ORDER BY p.created_at DESC`,
  within: `WITH near AS MATERIALIZED (
    SELECT * FROM posts p
    WHERE earth_box(ll_to_earth($2, $3), $4 * 1.002) @> ll_to_earth(p.latitude, p.longitude) AND ${within}
  ) SELECT ${columns} FROM (
    SELECT p.id FROM near p JOIN users u ON u.id = p.author_id WHERE ${visible} ORDER BY p.created_at DESC LIMIT 10
  ) page ${joined} ORDER BY p.created_at DESC`,
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const name = pathname.slice(1)
  const values = ['viewer', 'lat', 'lon', 'metres'].map((parameter) => Number(searchParams.get(parameter)))
  const reply = (status, body) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body)
  try {
    const { rows } = await pool.query({ name, text: statements[name], values })
    reply(200, JSON.stringify({ posts: rows }))
  } catch (error) {
    reply(500, error.message)
  }
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))
