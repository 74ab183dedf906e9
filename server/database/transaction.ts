import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from './connect.ts'

const attempts = 12
/** Milliseconds, at most, before the second attempt, and more before each later one: two that hinder each other must fall out of step. */
const pause = 30
/** Tables whose ids come from the clock: one that was set back may give an id that it gave an hour ago, and another the next time. */
const ownIds = /^((posts|comments|stories|notifications|reports|moderation_log|conversations)_pkey|messages_id_key)$/
/** Deadlock, or a serialisation that failed: PostgreSQL has undone the transaction, and it may simply be made again. */
function isUndone(error: unknown): boolean {
  const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
  return ['40P01', '40001'].includes(code) || (code === '23505' && ownIds.test(constraint))
}

/** Whether PostgreSQL has refused a statement, or the commit: nothing of the transaction is there. Of a connection that broke nobody knows. */
export const isRolledBack = (error: unknown): boolean => (error as { severity?: string }).severity === 'ERROR'

/** Thrown in a transaction that has locked too little, since something came in between: it is undone and made again at once, where another lock out of order would wait crosswise. */
export class RetryTransaction extends Error {
  readonly code = '40001'
}

/** By transaction that is under way, what waits for its commit. */
const waiting = new WeakMap<Database, (() => void)[]>()

/** Has something done when the transaction is committed, and never when it is not; at once where there is none. */
export function afterCommit(db: Database, act: () => void): void {
  const others = waiting.get(db)
  if (others) others.push(act)
  else act()
}

async function commit<Result>(db: Database, work: (trx: Database) => Promise<Result>): Promise<Result> {
  const acts: (() => void)[] = []
  const result = await db.transaction().execute((trx) => {
    waiting.set(trx, acts)
    return work(trx)
  })
  for (const act of acts) act()
  return result
}

/** One transaction; made again when PostgreSQL had to undo it, because another took the same rows in another order. */
export async function inTransaction<Result>(db: Database, work: (trx: Database) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(db, work)
    } catch (error) {
      if (attempt === attempts || !isUndone(error)) throw error
      await wait(Math.random() * pause * attempt)
    }
  }
}
