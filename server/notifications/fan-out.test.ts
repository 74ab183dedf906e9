import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startServer } from '#server/testing/server-process.ts'
import { openWorld } from '#server/testing/world.ts'

/** So many that a server cannot have told them all before it is killed. */
const crowd = 30_000

test('A server that is killed in the middle of telling a crowd loses nobody and tells nobody twice: another goes on', async () => {
  const world = await openWorld()
  try {
    const anna = await world.person('anna')
    const place = await world.place('Lecce')
    await sql`
      WITH crowd AS (INSERT INTO users (username, email, password_hash) SELECT 'folla_' || n, 'folla_' || n || '@example.it', '-' FROM generate_series(1, ${crowd}::int) n RETURNING id)
      INSERT INTO place_follows (user_id, place_id) SELECT id, ${place} FROM crowd`.execute(world.db)
    const told = async () => (await sql<{ people: number }>`SELECT count(*)::int AS people FROM notifications WHERE kind = 'place_post'`.execute(world.db)).rows[0]!.people

    await world.jobs.stop()
    const first = await startServer({ DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir })
    await anna.publishes('Per la folla', { location_id: place })
    await expect.poll(told, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
    await first.kill()
    const before = await told()
    expect(before).toBeLessThan(crowd)

    const second = await startServer({ DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir })
    await expect.poll(told, { timeout: 90_000 }).toBe(crowd)
    const { rows } = await sql<{ twice: number }>`SELECT count(*)::int AS twice FROM (SELECT user_id FROM notifications WHERE kind = 'place_post' GROUP BY user_id HAVING count(*) > 1) x`.execute(world.db)
    expect(rows).toEqual([{ twice: 0 }])
    await second.stop()
  } finally {
    await world.close()
  }
}, 180_000)
