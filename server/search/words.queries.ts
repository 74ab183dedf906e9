import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'

// Posts by the words of their texts (docs/decisions/0010).

/** Of a word with more public matches, the newest posts are read before its matches are sorted. */
export const maxSortedMatches = 1000
/** Posts that one step reads, and steps before the rest is looked up in the index. */
const postsPerStep = 2000
const maxSteps = 3

type Words = { words: string; withBeginning: boolean }
const wordNames = ['words', 'withBeginning'] as const
/** `limit`: one more than the page has. */
type WordSearch = Words & { viewerId: number; before: number; limit: number }

/** Whether more public posts have the words than are sorted at once: what is hidden does not decide how others are found. */
const findCommon = statement<{ is_common: boolean }, Words>(
  `
  SELECT count(*) > ${maxSortedMatches} AS is_common FROM (
    SELECT 1 FROM posts p WHERE p.words @@ words_query($1, $2)
      AND (SELECT 1 FROM public_posts listed WHERE listed.id = p.id LIMIT 1) IS NOT NULL
    LIMIT ${maxSortedMatches + 1}
  ) match`,
  wordNames,
).first

/** The newest visible ones below an id: the index reads all matches. */
const findNewest = statement<{ id: number }, WordSearch>(
  `
  WITH matches AS MATERIALIZED (
    SELECT p.id, p.author_id, p.followers_only FROM posts p WHERE p.words @@ words_query($2, $3) AND p.id < $4
  )
  SELECT p.id FROM (SELECT * FROM matches ORDER BY id DESC) p ${authorJoinSql}
  WHERE ${visiblePostSql} ORDER BY p.id DESC LIMIT $5`,
  ['viewerId', ...wordNames, 'before', 'limit'],
)

/** `walked_to`: the oldest post that was read; null: there are none. */
type WalkedRow = { walked_to: number | null; walked_count: number; ids: number[] | null }

const walk = statement<WalkedRow, WordSearch>(
  `
  WITH walked AS MATERIALIZED (
    SELECT p.id, p.author_id, p.followers_only, p.words FROM posts p
    WHERE p.id < $4 ORDER BY p.id DESC LIMIT ${postsPerStep}
  )
  SELECT (SELECT min(id) FROM walked) AS walked_to, (SELECT count(*)::int FROM walked) AS walked_count, (
    SELECT json_agg(found.id) FROM (
      SELECT p.id FROM walked p ${authorJoinSql}
      WHERE p.words @@ words_query($2, $3) AND ${visiblePostSql}
      ORDER BY p.id DESC LIMIT $5
    ) found
  ) AS ids`,
  ['viewerId', ...wordNames, 'before', 'limit'],
).first

/** Visible ids, newest first, and the id below which posts have not been read; null: all have. */
type Found = { ids: number[]; before: number | null }

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** Reads the newest posts: they have common words. */
async function walkToMatches(db: Database, search: WordSearch): Promise<Found> {
  const ids: number[] = []
  let before: number | null = search.before
  for (let step = 0; step < maxSteps && before !== null && ids.length < search.limit; step++) {
    const walked: WalkedRow | undefined = await walk(db, { ...search, before, limit: search.limit - ids.length })
    ids.push(...(walked?.ids ?? []))
    before = walked && walked.walked_count === postsPerStep ? walked.walked_to : null
  }
  return { ids, before }
}

/** Finds the newest posts with all of the words that the viewer may see, newest first. */
export async function findPostIdsByWords(db: Database, search: WordSearch): Promise<number[]> {
  const isCommon = (await findCommon(db, search))?.is_common
  if (!isCommon) return idsOf(await findNewest(db, search))
  const { ids, before } = await walkToMatches(db, search)
  const missing = search.limit - ids.length
  if (before === null || missing <= 0) return ids
  return [...ids, ...idsOf(await findNewest(db, { ...search, before, limit: missing }))]
}
