import { link } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { connect } from '#server/database/connect.ts'
import { pictureFileName, pictureWidths } from '#contract/pictures.ts'

/** Posts of the demo's people in Milano, every other one with a picture: copies of those that are there. */
export async function addManyPosts(databaseUrl: string, mediaDir: string, many: number): Promise<void> {
  const db = connect(databaseUrl, 1)
  const { rows } = await sql<{ copy: string; original: string }>`
    WITH originals AS (SELECT m.*, row_number() OVER (ORDER BY m.id) - 1 AS at, count(*) OVER () AS many FROM media m JOIN posts p ON p.media_id = m.id),
    copies AS (
      INSERT INTO media (name, width, height, thumbhash)
      SELECT 'bench-' || n, o.width, o.height, o.thumbhash FROM generate_series(1, ${many}::int) n JOIN originals o ON o.at = n % o.many WHERE n % 2 = 0
      RETURNING id, name
    ),
    spot AS (SELECT * FROM posts p WHERE EXISTS (SELECT 1 FROM places WHERE id = p.place_id AND town = 'Milano') ORDER BY id DESC LIMIT 1),
    added AS (
      INSERT INTO posts (author_id, place_id, latitude, longitude, c4, c5, text, media_id)
      SELECT 1 + n % 20, s.place_id, s.latitude, s.longitude, s.c4, s.c5, repeat('Un pensiero passato di qui. ', 1 + n % 7) || n, c.id
      FROM generate_series(1, ${many}::int) n CROSS JOIN spot s LEFT JOIN copies c ON c.name = 'bench-' || n
    )
    SELECT 'bench-' || n AS copy, o.name AS original FROM generate_series(1, ${many}::int) n JOIN originals o ON o.at = n % o.many WHERE n % 2 = 0`.execute(
    db,
  )
  await db.destroy()
  for (const { copy, original } of rows) {
    for (const width of pictureWidths)
      await link(
        path.join(mediaDir, pictureFileName(original, width)),
        path.join(mediaDir, pictureFileName(copy, width)),
      )
  }
}
