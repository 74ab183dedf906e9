import { link } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { pictureFileName, pictureWidths } from '#contract/pictures.ts'
import { connect } from '#server/database/connect.ts'

type ManyPosts = { databaseUrl: string; mediaDir: string; count: number; placeCount: number }

/** Adds posts of the demo's people at places in Milano; every other one has a copy of an existing picture. */
export async function addManyPosts({ databaseUrl, mediaDir, count, placeCount }: ManyPosts): Promise<void> {
  const db = connect(databaseUrl, 1)
  const { rows } = await sql<{ copy: string; original: string }>`
    WITH originals AS (
      SELECT media.*, row_number() OVER (ORDER BY media.id) - 1 AS position, count(*) OVER () AS total
      FROM media JOIN posts ON posts.media_id = media.id
    ),
    copies AS (
      INSERT INTO media (name, width, height, thumbhash)
      SELECT 'bench-' || number, width, height, thumbhash
      FROM generate_series(1, ${count}::int) number JOIN originals ON position = number % total
      WHERE number % 2 = 0
      RETURNING id, name
    ),
    chosen AS (
      SELECT places.*, row_number() OVER (ORDER BY id) - 1 AS position
      FROM places WHERE town = 'Milano' ORDER BY id LIMIT ${placeCount}
    ),
    added AS (
      INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text, media_id)
      SELECT time_ordered_id(), 1 + number % 20, chosen.id, chosen.latitude, chosen.longitude, chosen.c4, chosen.c5,
        repeat('Un pensiero passato di qui. ', 1 + number % 7) || number, copies.id
      FROM generate_series(1, ${count}::int) number JOIN chosen ON chosen.position = number % ${placeCount}::int
        LEFT JOIN copies ON copies.name = 'bench-' || number
    )
    SELECT 'bench-' || number AS copy, originals.name AS original
    FROM generate_series(1, ${count}::int) number JOIN originals ON position = number % total
    WHERE number % 2 = 0`.execute(db)
  await db.destroy()
  for (const { copy, original } of rows) {
    for (const width of pictureWidths) {
      const source = path.join(mediaDir, pictureFileName(original, width))
      await link(source, path.join(mediaDir, pictureFileName(copy, width)))
    }
  }
}
