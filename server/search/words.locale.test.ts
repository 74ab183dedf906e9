import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { withAdminClient } from '#server/testing/harness/copied-database.ts'

const texts = ['L’«usato» di “città”', 'PERCHÉ…no?', 'Così—è 🌊mare🌊', 'caffe\u0300 e caffè', 'ﬁume №3 a½b', 'a·b×c÷d']

test('Words are the same in a database of any locale', async () => {
  const found: string[][] = []
  for (const locale of ["LC_CTYPE 'C' LOCALE_PROVIDER libc", "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'"]) {
    const name = `locale_${randomBytes(6).toString('hex')}`
    const prepared = inject('preparedDatabase')
    const url = new URL(prepared)
    url.pathname = `/${name}`
    await withAdminClient(prepared, (client) =>
      client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' ${locale}`),
    )
    try {
      await migrate(url.href)
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      const { rows } = await client.query<{ words: string }>(
        'SELECT search_words(t)::text AS words FROM unnest($1::text[]) t',
        [texts],
      )
      found.push(rows.map(({ words }) => words))
      await client.end()
    } finally {
      await withAdminClient(prepared, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    }
  }
  expect(found[0]).toEqual(found[1])
  expect(found[0]?.[0]).toBe("'citt':4 'usat':2")
})
