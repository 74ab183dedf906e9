import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { sql } from '#server/testing/sql.ts'
import { findPendingReceived, findPendingSent, findRequests, findRequestsToAuthor } from './spotted.queries.ts'

// The cost of a page of requests does not depend on the number of requests for the post.

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')
let postId: number
beforeAll(async () => {
  postId = (await alice.createPost('Chi era al concerto?')).id
  await sql`
    INSERT INTO users (username, email, password_hash)
    SELECT 'volto' || n, 'volto' || n || '@example.it', '' FROM generate_series(1, 10000) n`.execute(app.db)
  await sql`
    INSERT INTO spotted_requests (post_id, requester_id, status)
    SELECT ${postId}, id, CASE WHEN id % 500 = 0 THEN 'confirmed' ELSE 'pending' END
    FROM users WHERE username LIKE 'volto%'`.execute(app.db)
  await sql`
    INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
    SELECT time_ordered_id(), ${alice.id}, place_id, latitude, longitude, c4, c5, 'x' FROM posts, generate_series(1, 1000)
    WHERE posts.id = ${postId}`.execute(app.db)
  await sql`
    INSERT INTO spotted_requests (post_id, requester_id)
    SELECT id, ${bruno.id} FROM posts WHERE text = 'x'`.execute(app.db)
  await sql`VACUUM ANALYZE`.execute(app.db)
})

const page = { before: Number.MAX_SAFE_INTEGER, limit: 11, offset: 0 }

test.for([
  [
    'The author reads all requests',
    () => alice.id,
    findRequestsToAuthor,
    'FROM (SELECT * FROM spotted_requests s WHERE NOT EXISTS',
    'spotted_requests_post',
  ],
  [
    'Others read the confirmed requests',
    () => bruno.id,
    findRequests,
    'UNION ALL SELECT * FROM spotted_requests',
    'spotted_requests_confirmed',
  ],
] as const)('%s by an index, without scanning others', async ([_case, viewerId, find, fragment, index]) => {
  await inTransaction(app.db, async (trx) => {
    expect((await find(trx, { viewerId: viewerId(), postId, ...page })).length).toBe(11)
    const nodes = await explainPrepared(trx, fragment, [viewerId(), postId, page.before, page.limit, page.offset])
    expect(nodes.map((node) => node['Index Name'])).toContain(index)
    const requestNodes = nodes.filter((node) => node['Relation Name'] === 'spotted_requests')
    expect(requestNodes.map((node) => node['Node Type']).filter((type) => !type.startsWith('Index'))).toEqual([])
  })
})

test.for([
  [
    'What a person has asked',
    () => bruno.id,
    findPendingSent,
    's.requester_id = $1 AND s.status',
    'spotted_requests_sent',
  ],
  ['What a person is asked', () => alice.id, findPendingReceived, 'p.author_id = $1 AND NOT', 'spotted_requests_post'],
] as const)('%s is read by an index, without scanning others', async ([_case, viewerId, find, fragment, index]) => {
  await inTransaction(app.db, async (trx) => {
    expect((await find(trx, { viewerId: viewerId(), ...page })).length).toBe(11)
    const nodes = await explainPrepared(trx, fragment, [viewerId(), page.before, page.limit, page.offset])
    const requestNodes = nodes.filter((node) => node['Relation Name'] === 'spotted_requests')
    expect(requestNodes.map((node) => node['Index Name'])).toEqual([index])
  })
})

test('The faces of a post are read by an index, three of however many', async () => {
  await inTransaction(app.db, async (trx) => {
    await sql`UPDATE posts SET spotted_count = 20 WHERE id = ${postId}`.execute(trx)
    const [post] = await findPosts(trx, bruno.id, [postId])
    expect(post?.spotted_people).toHaveLength(3)
    const nodes = await explainPrepared(trx, 'AS spotted_people', [bruno.id, `{${postId}}`])
    expect(nodes.map((node) => node['Index Name'])).toContain('spotted_requests_confirmed')
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
    expect(scanned.filter((name) => ['posts', 'spotted_requests', 'users'].includes(String(name)))).toEqual([])
  })
})
