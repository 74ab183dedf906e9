import { CompiledQuery } from 'kysely'
import type { Database } from './connect.ts'

/** A prepared statement: a call returns all rows, `first` only the first one, or undefined when there is none. */
export type Statement<Row, Parameters extends readonly unknown[]> = {
  (db: Database, ...parameters: Parameters): Promise<Row[]>
  first: (db: Database, ...parameters: Parameters) => Promise<Row | undefined>
}

/** A statement and the stack of its declaration, which costs little until somebody reads it. */
export type Declaration = { text: string; declaredAt: Error }

const declarations: Declaration[] = []

/** All statements that have been declared so far. */
export const declaredStatements = (): readonly Declaration[] => declarations

/**
 * Declares a frequent statement in plain SQL: its text is built once, and each connection plans it once.
 * `Row` must be spelled out at the call: statements.test.ts compares it with the columns of the result.
 * @example
 * const findAuthor = statement<{ author_id: number }, [postId: number]>('SELECT author_id FROM posts WHERE id = $1')
 * const author = await findAuthor.first(db, postId)
 */
export function statement<Row, Parameters extends readonly unknown[]>(text: string): Statement<Row, Parameters>
/**
 * Declares a statement with so many parameters that callers name them.
 * @param names the properties of the input that are `$1`, `$2`…
 * @example
 * const findLikers = statement<{ user_id: number }, { postId: number; before: number; limit: number }>(
 *   'SELECT user_id FROM post_likes WHERE post_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
 *   ['postId', 'before', 'limit'],
 * )
 * const likers = await findLikers(db, { postId, before, limit: 10 })
 */
export function statement<Row, Input extends object>(
  text: string,
  names: readonly (keyof Input)[],
): Statement<Row, [input: Input]>
export function statement(text: string, names?: readonly PropertyKey[]): Statement<unknown, readonly unknown[]> {
  declarations.push({ text, declaredAt: new Error('declared here') })
  const execute = (db: Database, parameters: readonly unknown[]) => {
    const [input] = parameters as [Record<PropertyKey, unknown>]
    const values = names ? names.map((name) => input[name]) : [...parameters]
    return db.executeQuery(CompiledQuery.raw(text, values))
  }
  return Object.assign(
    async (db: Database, ...parameters: readonly unknown[]) => (await execute(db, parameters)).rows,
    { first: async (db: Database, ...parameters: readonly unknown[]) => (await execute(db, parameters)).rows[0] },
  )
}
