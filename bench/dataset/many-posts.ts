import { link } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { pictureFileName, pictureWidths } from '#contract/pictures.ts'
import { connect } from '#server/database/connect.ts'

/** Adds posts of the demo's people in Milano; every other one has a copy of an existing picture. */
export async function addManyPosts(databaseUrl: string, mediaDir: string, count: number): Promise<void> {
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
    template AS (
      SELECT * FROM posts WHERE EXISTS (SELECT 1 FROM places WHERE id = posts.place_id AND town = 'Milano')
      ORDER BY id DESC LIMIT 1
    ),
    added AS (
      INSERT INTO posts (author_id, place_id, latitude, longitude, c4, c5, text, media_id)
      SELECT 1 + number % 20, template.place_id, template.latitude, template.longitude, template.c4, template.c5,
        repeat('Un pensiero passato di qui. ', 1 + number % 7) || number, copies.id
      FROM generate_series(1, ${count}::int) number CROSS JOIN template
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
