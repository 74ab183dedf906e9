import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'

const app = useTestApp()

async function find<Value>(expression: string): Promise<Value> {
  const { rows } = await sql<{ value: Value }>`SELECT (SELECT ${sql.raw(expression)}) AS value`.execute(app.db)
  return rows[0]!.value
}

test('The id of a post carries the bucket of its place, that of a comment the bucket of its post', async () => {
  const alice = await app.createUser('alice')
  for (const town of ['Milano', 'Palermo', 'Bolzano']) {
    const location_id = await app.findPlaceId(town)
    const { id } = await alice.createPost('Qui', { location_id })
    const { comment } = await alice.callOk('addComment', { post_id: id, text: 'Anche io' })
    const bucket = await find<number>(`bucket_of_cell(c5) FROM places WHERE id = ${location_id}`)
    expect(await find(`bucket_of_id(${id})`)).toBe(bucket)
    expect(await find(`bucket_of_id(${comment.id})`)).toBe(bucket)
  }
})

test('Ids of one bucket in one millisecond differ, and ids of different ones are in the order of time', async () => {
  const ids = `SELECT time_ordered_id_in(n % 64, timestamptz '2026-01-01' + n / 64 * interval '1 ms') AS id
    FROM generate_series(0, 64 * 64 - 1) n`
  expect(Number(await find(`count(DISTINCT id) FROM (${ids}) ids`))).toBe(64 * 64)
  expect(Number(await find(`count(DISTINCT time_ordered_id_in(7, '2026-01-01')) FROM generate_series(1, 64)`))).toBe(64)
  expect(await find(`time_ordered_id_in(63, '2026-01-01') < time_ordered_id_in(0, '2026-01-01 00:00:00.001')`)).toBe(
    true,
  )
  expect(await find(`time_ordered_id_in(5, '2026-01-01') >= first_id_at('2026-01-01')`)).toBe(true)
})

test('Places far apart lie in many buckets, and no bucket has most of them', async () => {
  const perBucket = 'SELECT count(*) AS places FROM places GROUP BY bucket_of_cell(c5)'
  expect(Number(await find(`count(*) FROM (${perBucket}) b`))).toBeGreaterThan(20)
  expect(Number(await find(`max(places) / sum(places) FROM (${perBucket}) b`))).toBeLessThan(0.2)
})
