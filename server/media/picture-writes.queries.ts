import { isBackupRunningSql } from '#server/database/backup-lock.ts'
import { statement } from '#server/database/statement.ts'

/** Notes that files of a picture will be written, which has no row yet. Commit it before. */
export const insertWrite = statement<never, [name: string]>('INSERT INTO picture_writes (name) VALUES ($1)')

/** Ends writes of pictures whose rows this transaction inserts. @returns those that had not been given up. */
export const endWrites = statement<{ name: string }, [names: string[]]>(
  'DELETE FROM picture_writes WHERE name = ANY($1::text[]) AND NOT is_deletion RETURNING name',
)

/** Forgets pictures whose files are deleted. */
export const deleteWrites = statement<never, [names: string[]]>(
  'DELETE FROM picture_writes WHERE name = ANY($1::text[])',
)

/**
 * Gives up writes that began before a moment (by default an hour ago), so that their pictures get no rows any more, and
 * takes deletions that were not finished.
 * @returns the names of pictures whose files are to be deleted. Several servers may get the same.
 */
export const giveUpWrites = statement<{ name: string }, [before: Date | null, limit: number]>(`
  UPDATE picture_writes SET is_deletion = true
  WHERE name IN (
    SELECT w.name FROM picture_writes w
    WHERE (w.is_deletion OR w.begun_at < COALESCE($1, now() - interval '1 hour'))
      AND NOT EXISTS (SELECT 1 FROM media m WHERE m.name = w.name)
    ORDER BY w.begun_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING name`)

export type NamedPicture = { name: string; has_video: boolean }

/** Finds pictures in the order of their names. */
export const findNamesAfter = statement<NamedPicture, [after: string, limit: number]>(
  'SELECT name, video_ms IS NOT NULL AS has_video FROM media WHERE name > $1 ORDER BY name LIMIT $2',
)

/**
 * Finds those of the names that have neither a row nor a note: their files belong to no picture. Read the names of the
 * files before, because a note precedes its files.
 */
export const findUnknownNames = statement<{ name: string }, [names: string[]]>(`
  SELECT given.name FROM unnest($1::text[]) AS given (name)
  WHERE NOT EXISTS (SELECT 1 FROM media m WHERE m.name = given.name)
    AND NOT EXISTS (SELECT 1 FROM picture_writes w WHERE w.name = given.name)`)

/**
 * Whether a backup is being taken. It has promised a file to each picture that its snapshot names, so files stay until
 * it has ended. Ask after the rows are deleted: a backup that begins later does not contain them.
 */
export const findHold = statement<{ is_held: boolean }, []>(`SELECT ${isBackupRunningSql} AS is_held`)
