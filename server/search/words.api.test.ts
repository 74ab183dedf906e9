import { beforeAll, describe, expect, test } from 'vitest'
import type { Input, Output } from '#contract/calls.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { sql } from '#server/testing/sql.ts'
import { maxSortedMatches } from './words.queries.ts'

const app = useTestApp()
const [alice, bruno] = useUsers(app, 'alice', 'bruno')

const findPage = (q: string, input: Partial<Input<'searchPosts'>> = {}) => bruno.callOk('searchPosts', { q, ...input })
const findTexts = async (q: string) => (await findPage(q, { limit: 50 })).posts.map(({ text }) => text)

/** Reads all pages. */
async function findAllIds(q: string, limit: number): Promise<{ ids: number[]; pages: number }> {
  const ids: number[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const page = await findPage(q, { limit, ...(cursor !== null && { cursor }) })
    ids.push(...page.posts.map(({ id }) => id))
    cursor = page.next_cursor
    pages++
  } while (cursor !== null)
  return { ids, pages }
}

describe('Posts are found by their words', () => {
  beforeAll(async () => {
    for (const text of [
      'Le fontane della città di notte',
      'Una fontana spenta',
      'PERCHÉ nessuno suona più in piazza?',
      'Suonavano in #Piazza, ieri',
      'Il mercato dell’usato: ex-caserma, via Po',
      '“Lanterna”: l’«ombra» della…torre🌊mare',
    ])
      await alice.createPost(text)
  })

  test.each([
    ['singular for plural', 'fontana', ['Una fontana spenta', 'Le fontane della città di notte']],
    ['a verb in another form', 'suonare', ['Suonavano in #Piazza, ieri', 'PERCHÉ nessuno suona più in piazza?']],
    ['without the accent', 'citta', ['Le fontane della città di notte']],
    ['with an accent too many', 'mércato', ['Il mercato dell’usato: ex-caserma, via Po']],
    ['in capitals', 'FONTANE', ['Una fontana spenta', 'Le fontane della città di notte']],
    ['all of several, in any order', 'notte fontane', ['Le fontane della città di notte']],
    ['not when one is missing', 'fontana mercato', []],
    ['by the beginning of the last', 'fontana spen', ['Una fontana spenta']],
    ['not by the beginning of another', 'spen fontana', []],
    ['not by one or two letters of a word', 'fontana sp', []],
    ['by a hashtag', 'piazza', ['Suonavano in #Piazza, ieri', 'PERCHÉ nessuno suona più in piazza?']],
    ['with what every text contains', 'nella città di', ['Le fontane della città di notte']],
    ['inside a compound', 'caserma', ['Il mercato dell’usato: ex-caserma, via Po']],
    ['not by what every text contains', 'della', []],
    ['beside “', 'lanterna', ['“Lanterna”: l’«ombra» della…torre🌊mare']],
    ['beside ’ and «', 'ombra', ['“Lanterna”: l’«ombra» della…torre🌊mare']],
    ['beside … and an emoji', 'torre mare', ['“Lanterna”: l’«ombra» della…torre🌊mare']],
    ['with signs in the query', '«l’ombra», “lanterna”…', ['“Lanterna”: l’«ombra» della…torre🌊mare']],
    ['not by the middle of a word', 'ontana', []],
    ["not by operators: ' & | ! ( ) :* <->", "fontana | mercato & !(notte) ':* <-> \\", []],
  ])('%s: “%s”', async (_case, q, texts) => {
    expect(await findTexts(q)).toEqual(texts)
  })

  test('Too few letters and a false cursor are refused', async () => {
    for (const q of ['', 'ab', ' a b ', '!!!', '#'])
      expect(await bruno.call('searchPosts', { q })).toMatchObject({
        status: 400,
        body: { error: 'Scrivi almeno tre lettere.' },
      })
    expect((await bruno.call('searchPosts', { q: 'a'.repeat(101) })).status).toBe(400)
    expect((await bruno.call('searchPosts', { q: 'fontana', cursor: '5:x' })).status).toBe(400)
  })

  test('An edited post is found by its new words only, a deleted one no more', async () => {
    const { id } = await alice.createPost('Tramonto sul Lungomare')
    await alice.callOk('editPost', { post_id: id, text: 'Alba sul molo', privacy: 'public' })
    expect(await findTexts('lungomare')).toEqual([])
    expect(await findTexts('molo')).toEqual(['Alba sul molo'])
    await alice.callOk('deletePost', { post_id: id })
    expect(await findTexts('molo')).toEqual([])
  })

  test('A person who may not see a post does not find it', async () => {
    const carla = await app.createUser('carla')
    await carla.createPost('Sussurro per chi mi segue', { privacy: 'followers' })
    expect(await findTexts('sussurro')).toEqual([])
    await bruno.follow(carla)
    expect(await findTexts('sussurro')).toHaveLength(1)
    await carla.block(bruno)
    expect(await findTexts('sussurro')).toEqual([])
  })
})

describe('Pages of many posts', () => {
  /** In parts: a statement has 15 seconds, on a busy machine too few for thousands of posts. */
  const insertPosts = async (count: number, text: string) => {
    const part = 500
    for (let first = 1; first <= count; first += part)
      await sql`
        INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
        SELECT time_ordered_id(now() - n * interval '1 minute'), ${alice.id}, pl.id, pl.latitude, pl.longitude, pl.c4,
          pl.c5, replace(${text}, '%', n::text)
        FROM generate_series(${first}::int, ${Math.min(count, first + part - 1)}::int) n
          CROSS JOIN (SELECT * FROM places LIMIT 1) pl`.execute(app.db)
  }

  test('of a rare word miss and repeat none, newest first', async () => {
    await insertPosts(25, 'Rarissimo numero %')
    const { ids, pages } = await findAllIds('rarissimi', 10)
    expect(ids).toHaveLength(25)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(pages).toBe(3)
  })

  test('of a word that is in too many posts to be put in order are full, and miss and repeat none either', async () => {
    await insertPosts(maxSortedMatches + 200, 'Comunissimo %')
    // More than are read one by one: the index finds what is older.
    await insertPosts(7000, 'Altro %')
    await insertPosts(3, 'Comunissimo % prima')
    const { ids, pages } = await findAllIds('comunissime', 50)
    expect(new Set(ids).size).toBe(maxSortedMatches + 203)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(pages).toBe(Math.ceil((maxSortedMatches + 203) / 50))
    expect(await findTexts('comunissimo prima')).toHaveLength(3)
  })

  test('do not change with posts that the reader may not see, cursors included', async () => {
    const carla = await app.createUser('nascosta')
    const dario = await app.createUser('lettore')
    const readAll = async () => {
      const answers: { ids: number[]; cursorLength: number | undefined }[] = []
      let cursor: string | null = null
      do {
        const page: Output<'searchPosts'> = await dario.callOk('searchPosts', {
          q: 'segretissimo',
          limit: 50,
          ...(cursor !== null && { cursor }),
        })
        cursor = page.next_cursor
        // A cursor is encrypted anew each time.
        answers.push({ ids: page.posts.map(({ id }) => id), cursorLength: cursor?.length })
      } while (cursor !== null)
      return answers
    }
    // One less than the limit, older than all that is read one by one.
    await sql`
      INSERT INTO posts (id, author_id, place_id, latitude, longitude, c4, c5, text)
      SELECT time_ordered_id(now() - interval '300 days' - n * interval '1 minute'), ${alice.id}, pl.id, pl.latitude,
        pl.longitude, pl.c4, pl.c5, 'Segretissimo ' || n
      FROM generate_series(1, ${maxSortedMatches - 1}::int) n CROSS JOIN (SELECT * FROM places LIMIT 1) pl`.execute(
      app.db,
    )
    await insertPosts(7000, 'Altro ancora %')
    const before = await readAll()
    expect(before).toHaveLength(Math.ceil((maxSortedMatches - 1) / 50))
    for (let count = 0; count < 4; count++) {
      await carla.createPost('Segretissimo', { privacy: 'followers' })
      expect(await readAll()).toEqual(before)
    }
  })
})

describe('Hashtags are found by their beginning', () => {
  const findTags = async (q: string) =>
    (await bruno.callOk('searchHashtags', { q })).hashtags.map(({ tag, posts_count }) => [tag, posts_count])

  test('the whole one first, then those with most posts, of what everybody may see', async () => {
    const dario = await app.createUser('dario')
    await dario.createPost('#Sole #soleluna #soletta')
    await dario.createPost('#soletta')
    await dario.createPost('#soletta #solechiuso', { privacy: 'followers' })
    const all = [
      ['sole', 1],
      ['soletta', 2],
      ['soleluna', 1],
    ]
    for (const q of ['sole', '#Sole', ' # SOLÈ ']) expect(await findTags(q)).toEqual(all)
    expect(await findTags('sole luna')).toEqual([['soleluna', 1]])
    await bruno.follow(dario)
    expect(await findTags('sole')).toEqual(all)
    await dario.block(bruno)
    expect(await findTags('sole')).toEqual([])
  })

  test.each(['', '#', '%', "'; --", 'zz'.repeat(50), '日本'])('“%s” finds none', async (q) => {
    expect(await findTags(q)).toEqual([])
  })

  test('at most twenty, each with at most a hundred posts', async () => {
    for (let at = 0; at < 25; at++) await alice.createPost(`#molte${String.fromCodePoint(97 + at)}`)
    expect(await findTags('molte')).toHaveLength(20)
    await sql`
      INSERT INTO post_hashtags SELECT 'moltissime', id, c4, c5 FROM posts WHERE author_id = ${alice.id} ORDER BY id DESC LIMIT 300`.execute(
      app.db,
    )
    expect(await findTags('moltissime')).toEqual([['moltissime', 100]])
  })
})
