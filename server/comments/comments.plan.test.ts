import { repliesLimit } from '#contract/limits.ts'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { findComments, findNewestReplies, findReplies } from './comments.queries.ts'

const app = useTestApp()
const [alice] = useUsers(app, 'alice')
let post: number
let comment: number
beforeAll(async () => {
  post = (await alice.createPost('Ne parlano tutti')).id
  await sql`
    INSERT INTO comments (id, post_id, author_id, text)
    SELECT time_ordered_id(), ${post}::bigint, ${alice.id}::bigint, 'x' FROM generate_series(1, 2000)`.execute(app.db)
  comment = (await alice.callOk('addComment', { post_id: post, text: 'Chi viene?' })).comment.id
  await sql`
    INSERT INTO comments (id, post_id, author_id, text, reply_to)
    SELECT time_ordered_id(), ${post}::bigint, ${alice.id}::bigint, 'x', ${comment}::bigint FROM generate_series(1, 3000)`.execute(
    app.db,
  )
  const other = (await alice.createPost('Ne parlano altrove')).id
  await sql`
    INSERT INTO comments (id, post_id, author_id, text)
    SELECT time_ordered_id(), ${other}::bigint, ${alice.id}::bigint, 'x' FROM generate_series(1, 40000)`.execute(app.db)
  await sql`VACUUM ANALYZE`.execute(app.db)
})

const page = { before: Number.MAX_SAFE_INTEGER, limit: 21, offset: 0 }

test('The comments of a post come in order from one index, however many replies one of them has', async () => {
  await inTransaction(app.db, async (trx) => {
    expect((await findComments(trx, { viewerId: alice.id, postId: post, ...page }))[0]?.replies_count).toBe(
      repliesLimit,
    )
    const nodes = await explainPrepared(trx, 'AS replies_count', [alice.id, post, page.before, page.limit, page.offset])
    expect(nodes.map((node) => node['Index Name'])).toContain('comments_top_level')
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
  })
})

test('Replies come in order from one index', async () => {
  await inTransaction(app.db, async (trx) => {
    expect(await findReplies(trx, { viewerId: alice.id, commentId: comment, ...page })).toHaveLength(21)
    expect(await findNewestReplies(trx, alice.id, [comment])).toHaveLength(2)
    const values = [alice.id, comment, page.before, page.limit, page.offset]
    for (const nodes of [
      await explainPrepared(trx, 'WHERE c.reply_to = $2', values),
      await explainPrepared(trx, 'WHERE c.reply_to = parent.id', [alice.id, `{${comment}}`]),
    ])
      expect(nodes.map((node) => node['Index Name'])).toContain('comments_replies')
  })
})
