import pg from 'pg'
import type { Database } from '#server/database/connect.ts'

/** A statement of a test, or a part of one: its values stand between its texts. */
class Sql<Row> {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }

  execute(db: Database): Promise<{ rows: Row[] }> {
    const text = this.texts.reduce((before, after, index) => `${before}$${index}${after}`)
    return db.query<Row>(text, [...this.values])
  }

  /** Returns all rows. */
  async all(db: Database): Promise<Row[]> {
    return (await this.execute(db)).rows
  }

  /** Returns the first row; undefined when there is none. */
  async first(db: Database): Promise<Row | undefined> {
    return (await this.execute(db)).rows[0]
  }

  /** Returns the first row. Throws when there is none. */
  async one(db: Database): Promise<Row> {
    const row = await this.first(db)
    if (row === undefined) throw new Error(`no row: ${this.texts.join('?')}`)
    return row
  }
}

/**
 * Writes a statement of a test; values become parameters, and other templates parts of it.
 * @example
 * const { rows } = await sql<{ id: number }>`SELECT id FROM posts WHERE author_id = ${user.id}`.execute(app.db)
 */
export function sql<Row = unknown>(strings: TemplateStringsArray, ...inserted: unknown[]): Sql<Row> {
  const texts = [strings[0] ?? '']
  const values: unknown[] = []
  const append = (text = '') => texts.push((texts.pop() ?? '') + text)
  inserted.forEach((value, index) => {
    if (value instanceof Sql) {
      append(value.texts[0])
      texts.push(...value.texts.slice(1))
      values.push(...value.values)
    } else {
      texts.push('')
      values.push(value)
    }
    append(strings[index + 1])
  })
  return new Sql<Row>(texts, values)
}

/** A text that becomes part of the statement as it is. */
sql.raw = (text: string): Sql<unknown> => new Sql([text], [])

/** The name of a table, column or database. */
sql.id = (name: string): Sql<unknown> => sql.raw(pg.escapeIdentifier(name))
