import pg from 'pg'
import type { Captured } from '#bench/limit/capture.ts'
import { written } from '#bench/limit/pgbench.ts'
import { middleOf } from '#bench/results.ts'

const rounds = 30

type Plan = { 'QUERY PLAN': [{ 'Execution Time': number }] }

/** Milliseconds, at the median, that PostgreSQL itself takes for the statements of a request that reads. */
export async function findOwnTime(databaseUrl: string, { statements, session }: Captured): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, options: session })
  await client.connect()
  try {
    for (const [at, { text }] of statements.entries()) await client.query(`PREPARE own${at} AS ${text}`)
    const round = async () => {
      let sum = 0
      for (const [at, { values }] of statements.entries()) {
        const given = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(written(value)))).join(', ')
        const {
          rows: [plan],
        } = await client.query<Plan>(
          `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE own${at}${given && `(${given})`}`,
        )
        sum += plan?.['QUERY PLAN'][0]['Execution Time'] ?? 0
      }
      return sum
    }
    const times: number[] = []
    for (let at = 0; at < rounds; at++) times.push(await round())
    return middleOf(times)
  } finally {
    await client.end()
  }
}
