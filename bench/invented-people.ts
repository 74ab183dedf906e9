import { sql } from 'kysely'
import { connect } from '#server/database/connect.ts'

const firstNames = ['giulia', 'marco', 'sofia', 'luca', 'aurora', 'matteo', 'chiara', 'davide', 'elena', 'francesco', 'martina', 'giorgio', 'sara', 'nicolo', 'ilaria', 'pietro']
const surnames = ['rossi', 'ferrari', 'russo', 'bianchi', 'romano', 'gallo', 'costa', 'fontana', 'conti', 'esposito', 'ricci', 'bruno', 'rizzo', 'moretti', 'marino']

/** Fills the community up to so many people, who do nothing but have a name. @returns how many there are. */
export async function addInventedPeople(databaseUrl: string, upTo: number): Promise<number> {
  const db = connect(databaseUrl, 1)
  await sql`
    INSERT INTO users (username, email, password_hash, followers_count)
    SELECT (${firstNames}::text[])[1 + n % ${firstNames.length}] || (ARRAY['', '.', '_'])[1 + n % 3] || (${surnames}::text[])[1 + (n / 16) % ${surnames.length}] || n,
      'bench-' || n || '@example.it', '', n % 97
    FROM generate_series(1, ${upTo} - (SELECT count(*)::int FROM users)) n`.execute(db)
  await sql`VACUUM ANALYZE users`.execute(db)
  await db.destroy()
  return upTo
}
