import pg from 'pg'

/** Runs `work` while nobody else can read a table, however long that takes. */
export async function withLockedTable(databaseUrl: string, table: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(`LOCK TABLE ${pg.escapeIdentifier(table)}`)
    await work()
  } finally {
    await client.end()
  }
}
