import { CompiledQuery } from 'kysely'
import type { Database } from './connect.ts'

/**
 * A hot statement in plain SQL: its text is built once, and each connection plans it once.
 * @example const findAuthor = statement<{ author_id: number }, [postId: number]>('SELECT author_id FROM posts WHERE id = $1')
 */
export const statement =
  <Row, Parameters extends readonly unknown[]>(text: string) =>
  async (db: Database, ...parameters: Parameters): Promise<Row[]> => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>)
    return rows
  }
