import type { Database } from '#server/database/connect.ts'
import type { NewPicture } from './media.rules.ts'

/** @param alt what the picture shows; may be empty. @returns the picture's id. */
export async function insertPicture(
  db: Database,
  { name, width, height, thumbhash }: NewPicture,
  alt = '',
): Promise<number> {
  const row = { name, width, height, thumbhash, alt: alt || null }
  const { id } = await db.insertInto('media').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function deletePicture(db: Database, id: number): Promise<{ name: string } | undefined> {
  return db.deleteFrom('media').where('id', '=', id).returning('name').executeTakeFirst()
}

/** @returns the names of the pictures. */
export async function deletePictures(db: Database, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.deleteFrom('media').where('id', 'in', ids).returning('name').execute()
  return rows.map(({ name }) => name)
}

/** Returns those of the names that have a row. */
export async function findExistingNames(db: Database, names: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('media').select('name').where('name', 'in', names).execute()
  return new Set(rows.map(({ name }) => name))
}
