import type { Database } from '#server/database/connect.ts'
import { sql } from '#server/testing/sql.ts'

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

function literal(value: string | number | string[]): string {
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join()}]`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/**
 * Returns the nodes of the plan of a statement that this connection has prepared.
 * @param trx a transaction that has run the statement before, because it keeps to one connection.
 * @param fragment a part of its text that no other statement contains.
 */
export async function explainPrepared(
  trx: Database,
  fragment: string,
  parameters: (string | number | string[])[],
): Promise<Plan[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM pg_prepared_statements
    WHERE position(${fragment} IN statement) > 0 AND position('pg_prepared' IN statement) = 0`.execute(trx)
  const [prepared] = rows
  if (!prepared || rows.length > 1) throw new Error(`${rows.length} prepared statements contain ${fragment}`)
  const list = parameters.map(literal).join(', ')
  const values = sql.raw(list && `(${list})`)
  const explained = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    EXPLAIN (FORMAT JSON) EXECUTE ${sql.id(prepared.name)} ${values}`.execute(trx)
  return explained.rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
}

/** Returns the nodes that find the posts of a page of the feed, without those that sort them and load the rest. */
export async function explainFound(trx: Database, fragment: string, parameters: string[]): Promise<Plan[]> {
  const [sort, ...nodes] = await explainPrepared(trx, fragment, parameters)
  const found = nodes[0]?.Plans?.[0]
  if (!sort?.['Node Type'].endsWith('Sort') || !found) throw new Error('the plan has another shape')
  return nodesOf(found)
}
