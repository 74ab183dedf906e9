import { createHash } from 'node:crypto'
import pg from 'pg'

/** A pool of connections, or one of them. */
export type Database = {
  /** Runs a statement: with values, each connection plans it once. */
  query: <Row>(text: string, values?: unknown[]) => Promise<{ rows: Row[]; command: string }>
  /** Reserves a connection until `use` has ended. Its statements run one after the other. */
  withConnection: <Outcome>(use: (connection: Database) => Promise<Outcome>) => Promise<Outcome>
  /** Connections of the pool, those of them that are free, and how many queries and transactions wait for one. */
  countConnections: () => { total: number; idle: number; waiting: number }
  /** Closes the pool, after the statements that are running. */
  destroy: () => Promise<void>
}

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
const maxNamedStatements = 1000

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

/**
 * Rejects for a standby, also one that is about to be the primary: it may not yet have applied what was acknowledged,
 * so it would show what a block hides. A session that began on a primary ends before that becomes a standby.
 */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby')
  if (rows[0]?.is_standby) throw Object.assign(new Error('the database is a standby'), { code: '57P03' })
}

/** Ids fit into 53 bits (`time_ordered_id`). H3 cells do not, and are never read by JavaScript. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
}

/** Returns whether PostgreSQL has refused a statement, and answers the next one: its session has not ended (57P01…). */
const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !error.code?.startsWith('57P')

/** A connection of the pool that is in use. */
class Connection {
  /** Why PostgreSQL answers no further statement. */
  private failure: unknown
  private last = Promise.resolve()
  private readonly client: pg.PoolClient
  private readonly pool: Database
  private readonly nameOf: (text: string) => string | undefined

  constructor(client: pg.PoolClient, pool: Database, nameOf: (text: string) => string | undefined) {
    this.client = client
    this.pool = pool
    this.nameOf = nameOf
  }

  /** Lends the connection until `use` has ended. Statements that come later are refused. */
  async lend<Outcome>(use: (connection: Database) => Promise<Outcome>): Promise<Outcome> {
    let isOver = false
    const query: Database['query'] = (text, values) =>
      this.inTurn(async () => {
        if (isOver) throw new Error('a statement came after the end of its transaction')
        return this.send(text, values)
      })
    try {
      return await use({ ...this.pool, query, withConnection: (useFurther) => this.lend(useFurther) })
    } finally {
      isOver = true
    }
  }

  /** Gives the connection back to the pool, which closes one that is broken or in a transaction. */
  async release(): Promise<void> {
    await this.last
    this.client.release(this.failure !== undefined || this.client.getTransactionStatus() !== 'I')
  }

  /** Runs one statement after the other: the driver keeps no queue. */
  private async inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const { last } = this
    const { promise, resolve } = Promise.withResolvers<void>()
    this.last = promise
    // Not `then`, which would leave the callers out of the stack of an error.
    await last
    try {
      return await run()
    } finally {
      resolve()
    }
  }

  private async send(text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
    if (this.failure !== undefined) throw this.failure
    try {
      return await this.client.query(values ? { name: this.nameOf(text), text, values } : text)
    } catch (error) {
      if (!isRefusal(error)) this.failure = error
      throw error
    }
  }
}

/**
 * Opens a connection pool. Statements fail with 57P03 while the database is a standby.
 * @param url of PostgreSQL 15 or newer; a socket folder as `?host=/folder`.
 */
export function connect(url: string, connections = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    options: sessionOptions,
    max: connections,
    connectionTimeoutMillis: 5000,
    query_timeout: queryTimeoutMs,
    types,
    onConnect: refuseStandby,
  })
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => undefined)
  // The same for one that breaks between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const nameOf = createStatementNamer()
  const db: Database = {
    query: (text, values) => db.withConnection((connection) => connection.query(text, values)),
    async withConnection(use) {
      const connection = new Connection(await pool.connect(), db, nameOf)
      try {
        return await connection.lend(use)
      } finally {
        await connection.release()
      }
    },
    countConnections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    destroy: () => pool.end(),
  }
  return db
}
