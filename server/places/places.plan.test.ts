import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { findNearestPlaces } from './places.queries.ts'

const app = useTestApp()
beforeAll(async () => {
  await sql`
    INSERT INTO places (name, search_name, town, province, kind, latitude, longitude, c4, c5)
    SELECT name, search_name, town, province, 'bar', latitude + 0.003, longitude - 0.004, c4, c5
    FROM places`.execute(app.db)
  await sql`VACUUM ANALYZE places`.execute(app.db)
})

test('The nearest of 20,000 places come in order from the index, without reading or sorting others', async () => {
  await inTransaction(app.db, async (trx) => {
    expect(await findNearestPlaces(trx, 45.46, 9.19)).toHaveLength(20)
    const nodes = await explainPrepared(trx, 'unit_sphere_point($1, $2) AS chord', [45.46, 9.19])
    const scan = nodes.find((node) => node['Index Name'] === 'places_point')
    expect(scan?.['Node Type']).toBe('Index Scan')
    expect(nodes.filter((node) => node['Relation Name'] === 'places')).toHaveLength(1)
  })
})
