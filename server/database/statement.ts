import { CompiledQuery } from 'kysely'
import type { Database } from './connect.ts'

/** A prepared statement: a call returns all rows, `first` only the first one, or undefined when there is none. */
export type Statement<Row, Parameters extends readonly unknown[]> = {
  (db: Database, ...parameters: Parameters): Promise<Row[]>
  first: (db: Database, ...parameters: Parameters) => Promise<Row | undefined>
}

let observer: ((text: string) => void) | undefined

/** Calls back for each statement that is declared from now on: a test collects them all. */
export function observeStatements(onDeclared: (text: string) => void): void {
  observer = onDeclared
}

/**
 * Declares a frequent statement in plain SQL: its text is built once, and each connection plans it once.
 * `Row` must be spelled out at the call: statements.test.ts compares it with the columns of the result.
 * @example
 * const findAuthor = statement<{ author_id: number }, [postId: number]>('SELECT author_id FROM posts WHERE id = $1')
 * const author = await findAuthor.first(db, postId)
 */
export function statement<Row, Parameters extends readonly unknown[]>(text: string): Statement<Row, Parameters> {
  observer?.(text)
  const execute = (db: Database, parameters: Parameters) =>
    db.executeQuery(CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>)
  return Object.assign(async (db: Database, ...parameters: Parameters) => (await execute(db, parameters)).rows, {
    first: async (db: Database, ...parameters: Parameters) => (await execute(db, parameters)).rows[0],
  })
}
