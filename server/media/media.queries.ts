import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { NewPicture } from './media.rules.ts'
import { mediaText } from './media.text.ts'
import { endWrites } from './picture-writes.queries.ts'

const insert = statement<{ id: number }, [pictures: string]>(`
  INSERT INTO media (name, width, height, thumbhash, video_ms, video_is_silent, alt)
  SELECT name, width, height, thumbhash, video_ms, video_is_silent, NULLIF(alt, '')
  FROM ROWS FROM (json_to_recordset($1::json)
      AS (name text, width int, height int, thumbhash text, video_ms int, video_is_silent bool, alt text))
    WITH ORDINALITY AS picture (name, width, height, thumbhash, video_ms, video_is_silent, alt, position)
  ORDER BY position RETURNING id`)

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
  const rows = pictures.map(({ video, alt = '', ...picture }) => ({
    ...picture,
    video_ms: video?.ms,
    video_is_silent: video?.isSilent ?? false,
    alt,
  }))
  return (await insert(db, JSON.stringify(rows))).map(({ id }) => id)
}

/** @returns the picture's id. Throws a Refusal 503 when its files may be deleted. */
export async function insertPicture(db: Database, picture: NewPicture, alt = ''): Promise<number> {
  const [id] = await insertPictures(db, [{ ...picture, alt }])
  return id!
}

const count = statement<{ count: number }, []>('SELECT count(*) FROM media')

export const countPictures = async (db: Database): Promise<number> => (await count.one(db)).count

export const deletePicture = statement<{ name: string }, [id: number]>(
  'DELETE FROM media WHERE id = $1 RETURNING name',
).first

const deleteAll = statement<{ name: string }, [ids: number[]]>(
  'DELETE FROM media WHERE id = ANY($1::bigint[]) RETURNING name',
)

/** @returns the names of the pictures. */
export async function deletePictures(db: Database, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await deleteAll(db, ids)).map(({ name }) => name)
}
