import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/**
 * Planner settings of every session. A statement is planned once, for any parameters (`force_generic_plan`), by index
 * rather than by sorting (`random_page_cost`), without workers or compilation that cost more than the statement:
 * without these the feed becomes a sort of everything within the radius.
 */
const plannerSettings = [
  'plan_cache_mode=force_generic_plan',
  'random_page_cost=1.1',
  'max_parallel_workers_per_gather=0',
  'jit=off',
]
/** Time limit of the client, longer than `statement_timeout`: a database that hangs does not enforce its own. */
const queryTimeoutMs = 20_000
/** In milliseconds. */
const timeoutSettings = ['statement_timeout=15000', 'lock_timeout=5000', 'idle_in_transaction_session_timeout=30000']
const sessionOptions = [...plannerSettings, ...timeoutSettings, 'TimeZone=UTC']
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** Further texts stay unnamed, so that no session fills up with prepared statements. */
const maxNamedStatements = 500

/**
 * Names a statement by its text: behind a pooler that shares sessions among servers, a counter would give one name to
 * two statements.
 */
function createStatementNamer(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= maxNamedStatements) return known
    const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
    names.set(text, name)
    return name
  }
}

/** Measures the queries of a pool: how long the database takes, not how long they wait for a connection. */
export type QueryObserver = {
  /** Names a query by its text: a name comes from the code, never from values. */
  nameOf: (text: string) => string
  measure: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>
}

/** Names statements: Kysely sends them without a name, so that PostgreSQL would parse and plan each one again. */
function createNamingClient(observer: QueryObserver | undefined) {
  const nameOf = createStatementNamer()
  return class extends pg.Client {
    // @ts-expect-error pg declares eight overloads; Kysely uses the one with text and values
    override query(text: unknown, values?: unknown, ...rest: unknown[]): unknown {
      const query = super.query as (...args: unknown[]) => unknown
      if (typeof text !== 'string' || !Array.isArray(values)) return query.call(this, text, values, ...rest)
      const name = nameOf(text)
      const send = () =>
        name ? query.call(this, { name, text, values }, ...rest) : query.call(this, text, values, ...rest)
      return observer ? observer.measure(observer.nameOf(text), send as () => Promise<unknown>) : send()
    }
  }
}

/**
 * Rejects for a standby, also one that is about to be the primary: it may not yet have applied what was acknowledged,
 * so it would show what a block hides. A session that began on a primary ends before that becomes a standby.
 */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby')
  if (rows[0]?.is_standby) throw Object.assign(new Error('the database is a standby'), { code: '57P03' })
}

/** Ids fit into 53 bits (migration 0001). H3 cells do not, and are never read by JavaScript. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
}

const pools = new WeakMap<Database, pg.Pool>()

/** Connections of a pool, those of them that are free, and how many queries and transactions wait for one. */
export function countConnections(db: Database): { total: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

/**
 * Opens a connection pool. Statements fail with 57P03 while the database is a standby.
 * @param url of PostgreSQL 15 or newer; a socket folder as `?host=/folder`.
 */
export function connect(url: string, connections = 10, observer?: QueryObserver): Database {
  const pool = new pg.Pool({
    connectionString: url,
    options: sessionOptions,
    max: connections,
    connectionTimeoutMillis: 5000,
    query_timeout: queryTimeoutMs,
    types,
    onConnect: refuseStandby,
    // @ts-expect-error the type asks for a constructor without arguments; pg passes the configuration
    Client: createNamingClient(observer),
  })
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => undefined)
  // The same for one that breaks between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

/** Rejects when the database cannot be reached. */
export const ping = (db: Database): Promise<unknown> => sql`SELECT 1`.execute(db)
