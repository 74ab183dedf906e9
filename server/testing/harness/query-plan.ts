import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/**
 * The nodes of the plan of the very statement that this connection has prepared.
 * @param trx a transaction that has run the statement before: it keeps to one connection.
 * @param telling a part of its text that no other statement has.
 */
export async function explainPrepared(
  trx: Database,
  telling: string,
  parameters: (string | number)[],
): Promise<Plan[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM pg_prepared_statements WHERE position(${telling} IN statement) > 0 AND position('pg_prepared' IN statement) = 0`.execute(
    trx,
  )
  const [only, ...others] = rows
  if (!only || others.length > 0) throw new Error(`${rows.length} prepared statements contain ${telling}`)
  const list = parameters.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ')
  const values = sql.raw(list && `(${list})`)
  const explained = await sql<{
    'QUERY PLAN': [{ Plan: Plan }]
  }>`EXPLAIN (FORMAT JSON) EXECUTE ${sql.ref(only.name)} ${values}`.execute(trx)
  return explained.rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
}
