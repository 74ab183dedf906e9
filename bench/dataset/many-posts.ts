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

/** Adds three posts of the demo's people, one of them with an existing picture, at each of so many places in Milano. */
export async function addPostsAtPlaces(databaseUrl: string, placeCount: number): Promise<void> {
  const db = connect(databaseUrl, 1)
  await sql`
    WITH pictures AS (
      SELECT media_id, row_number() OVER (ORDER BY media_id) - 1 AS position, count(*) OVER () AS total
      FROM posts WHERE media_id IS NOT NULL
    ),
    chosen AS (SELECT * FROM places WHERE town = 'Milano' ORDER BY id LIMIT ${placeCount})
    INSERT INTO posts (author_id, place_id, latitude, longitude, c4, c5, text, media_id)
    SELECT 1 + (chosen.id + number) % 20, chosen.id, chosen.latitude, chosen.longitude, chosen.c4, chosen.c5,
      'Passati di qui.', pictures.media_id
    FROM chosen CROSS JOIN generate_series(1, 3) number
      LEFT JOIN pictures ON number = 1 AND position = chosen.id % total`.execute(db)
  await db.destroy()
}
