import type { Database } from './connect.ts'

/** A prepared statement; a call returns all rows. */
export type Statement<Row, Parameters extends readonly unknown[]> = {
  (db: Database, ...parameters: Parameters): Promise<Row[]>
  /** Returns the first row, or undefined when there is none. */
  first: (db: Database, ...parameters: Parameters) => Promise<Row | undefined>
  /** Returns the first row. Throws when there is none. */
  one: (db: Database, ...parameters: Parameters) => Promise<Row>
  /** Returns whether there are rows. */
  any: (db: Database, ...parameters: Parameters) => Promise<boolean>
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
  const execute = async (db: Database, ...parameters: readonly unknown[]) => {
    const [input] = parameters as [Record<PropertyKey, unknown>]
    const values = names ? names.map((name) => input[name]) : [...parameters]
    return (await db.query(text, values)).rows
  }
  return Object.assign(execute, {
    first: async (db: Database, ...parameters: readonly unknown[]) => (await execute(db, ...parameters))[0],
    one: async (db: Database, ...parameters: readonly unknown[]) => {
      const rows = await execute(db, ...parameters)
      if (rows.length === 0) throw new Error(`no row: ${text}`)
      return rows[0]
    },
    any: async (db: Database, ...parameters: readonly unknown[]) => (await execute(db, ...parameters)).length > 0,
  })
}
