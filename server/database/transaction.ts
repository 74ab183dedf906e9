import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from './connect.ts'
import { statement } from './statement.ts'

const maxAttempts = 12
/**
 * The delay before attempt n + 1 is random, up to n times this: transactions that block each other must fall out of
 * step.
 */
const retryDelayMs = 30

/**
 * Tables whose ids come from the clock: after the clock was set back, an id may have been given an hour ago; the next
 * attempt gets another.
 */
const clockIdConstraint =
  /^((posts|comments|stories|notifications|reports|moderation_log|conversations)_pkey|messages_id_key)$/

/** Deadlock, serialisation failure or a repeated id: PostgreSQL has rolled back, and the transaction may be retried. */
function isRetryable(error: unknown): boolean {
  const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
  return ['40P01', '40001'].includes(code) || (code === '23505' && clockIdConstraint.test(constraint))
}

/**
 * Throw it in a transaction that finds that it should have locked more rows: it is rolled back and retried. Locking
 * them now, out of order, could cause a deadlock.
 */
export class RetryTransaction extends Error {
  readonly code = '40001'
}

/** Callbacks of each running transaction. */
const commitCallbacks = new WeakMap<Database, (() => void)[]>()

/** Calls back when the transaction commits, never when it rolls back; at once outside a transaction. */
export function afterCommit(db: Database, callback: () => void): void {
  const callbacks = commitCallbacks.get(db)
  if (callbacks) callbacks.push(callback)
  else callback()
}

async function runOnce<Result>(db: Database, work: (trx: Database) => Promise<Result>): Promise<Result> {
  if (commitCallbacks.has(db)) throw new Error('a transaction cannot begin in another one')
  const callbacks: (() => void)[] = []
  const result = await db.withConnection(async (connection) => {
    await connection.query('BEGIN')
    try {
      const outcome = await connection.withConnection((trx) => {
        commitCallbacks.set(trx, callbacks)
        return work(trx)
      })
      const { command } = await connection.query('COMMIT')
      // The answer after a statement that failed, whose error `work` has caught.
      if (command === 'ROLLBACK') throw new Error('a statement of the transaction failed: it was rolled back')
      return outcome
    } catch (error) {
      await connection.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  })
  for (const callback of callbacks) callback()
  return result
}

/** Runs `work` in a transaction, and retries it after a deadlock or a serialisation failure. */
export async function inTransaction<Result>(db: Database, work: (trx: Database) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error
      await wait(Math.random() * retryDelayMs * attempt)
    }
  }
}

const limitStatements = statement<never, [limitMs: string]>("SELECT set_config('statement_timeout', $1, true)")

/** Runs reads of which each statement has a time limit shorter than that of its session. */
export const withinTime = <Result>(
  db: Database,
  limitMs: number,
  read: (trx: Database) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (trx) => {
    await limitStatements(trx, String(limitMs))
    return read(trx)
  })
