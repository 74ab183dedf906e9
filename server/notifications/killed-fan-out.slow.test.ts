import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#server/testing/fixtures/test-app.ts'
import { inBlocks } from '#server/testing/harness/in-blocks.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { sql } from '#server/testing/sql.ts'

/** So large that the server cannot notify everybody before it is killed. */
const audienceSize = 30_000

test('After a server was killed during a fan-out, another notifies the rest, everybody once', async () => {
  const shared = await createTestApp()
  onTestFinished(shared.close)
  const author = await shared.createUser('autrice')
  const place = await shared.findPlaceId('Lecce')
  // As one statement they take 1.1 s alone.
  await inBlocks(audienceSize, 5000, (from, to) =>
    sql`
      WITH audience AS (
        INSERT INTO users (username, email, password_hash)
        SELECT 'folla_' || n, 'folla_' || n || '@example.it', '-'
        FROM generate_series(${from}::int, ${to}::int) n RETURNING id
      )
      INSERT INTO place_follows (user_id, place_id) SELECT id, ${place} FROM audience`.execute(shared.db),
  )
  const countReached = async () =>
    (
      await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM notifications WHERE kind = 'place_post'`.execute(shared.db)
    ).rows[0]!.count

  await shared.jobs.stop()
  const first = await startServer({ DATABASE_URL: shared.databaseUrl, DATA_DIR: shared.dataDir })
  await author.createPost('Per la folla', { location_id: place })
  await expect.poll(countReached, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
  await first.kill()
  const before = await countReached()
  expect(before).toBeLessThan(audienceSize)

  const second = await startServer({ DATABASE_URL: shared.databaseUrl, DATA_DIR: shared.dataDir })
  await expect.poll(countReached, { timeout: 90_000 }).toBe(audienceSize)
  const { rows: notifiedTwice } = await sql`
    SELECT user_id FROM notifications WHERE kind = 'place_post'
    GROUP BY user_id HAVING count(*) > 1`.execute(shared.db)
  expect(notifiedTwice).toEqual([])
  await second.stop()
})
