import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { NewPicture } from './media.rules.ts'
import { mediaText } from './media.text.ts'
import { endWrites } from './picture-writes.queries.ts'

/**
 * Inserts the rows of saved pictures. Throws a Refusal 503 when one was saved so long ago that its files may be deleted.
 * @param pictures `alt`: what the picture shows; may be empty.
 * @returns the ids, in the order of the pictures.
 */
export async function insertPictures(db: Database, pictures: (NewPicture & { alt?: string })[]): Promise<number[]> {
  const ended = await endWrites(
    db,
    pictures.map(({ name }) => name),
  )
  if (ended.length < pictures.length) throw new Refusal(503, mediaText.interrupted, 5)
  const values = pictures.map(({ name, width, height, thumbhash, alt = '' }) => ({
    name,
    width,
    height,
    thumbhash,
    alt: alt || null,
  }))
  const rows = await db.insertInto('media').values(values).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** @returns the picture's id. Throws a Refusal 503 when its files may be deleted. */
export async function insertPicture(db: Database, picture: NewPicture, alt = ''): Promise<number> {
  const [id] = await insertPictures(db, [{ ...picture, alt }])
  return id!
}

export async function countPictures(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function deletePicture(db: Database, id: number): Promise<{ name: string } | undefined> {
  return db.deleteFrom('media').where('id', '=', id).returning('name').executeTakeFirst()
}

/** @returns the names of the pictures. */
export async function deletePictures(db: Database, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .deleteFrom('media')
    .where('id', '=', sql<number>`ANY(${ids}::bigint[])`)
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}
