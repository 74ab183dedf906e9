import pg from 'pg'
import { medianOf } from '#bench/statistics.ts'
import type { CapturedRequest } from './capture-statements.ts'
import { formatParameter } from './pgbench.ts'

const rounds = 30

type Plan = { 'QUERY PLAN': [{ 'Execution Time': number }] }

/** Returns the median time in milliseconds that PostgreSQL itself takes for the statements of a reading request. */
export async function measureExecutionTime(databaseUrl: string, request: CapturedRequest): Promise<number> {
  const { statements, sessionOptions } = request
  const client = new pg.Client({ connectionString: databaseUrl, options: sessionOptions })
  await client.connect()
  try {
    for (const [index, { text }] of statements.entries()) await client.query(`PREPARE statement${index} AS ${text}`)
    const runOnce = async () => {
      let sumMs = 0
      for (const [index, { values }] of statements.entries())
        sumMs += await explain(client, `statement${index}${formatArguments(values)}`)
      return sumMs
    }
    const timesMs: number[] = []
    for (let round = 0; round < rounds; round++) timesMs.push(await runOnce())
    return medianOf(timesMs)
  } finally {
    await client.end()
  }
}

async function explain(client: pg.Client, execution: string): Promise<number> {
  const { rows } = await client.query<Plan>(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE ${execution}`)
  return rows[0]?.['QUERY PLAN'][0]['Execution Time'] ?? 0
}

function formatArguments(values: unknown[]): string {
  if (values.length === 0) return ''
  const literals = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(formatParameter(value))))
  return `(${literals.join(', ')})`
}
