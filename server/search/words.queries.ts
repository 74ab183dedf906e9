import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'

// Posts by the words of their texts (docs/decisions/0051).

/** Posts with rare words are put in order; from more than that many on, the newest posts are read until a page is full. */
export const maxSortedMatches = 1000
/** Posts that one step reads, and steps of one page. */
const postsPerStep = 2000
const maxSteps = 3

/** The content of the index. */
const wordsSql = "to_tsvector('dintorni_italian', p.text)"

type Words = { words: string; withBeginning: boolean }
const wordNames = ['words', 'withBeginning'] as const
/** `limit`: one more than the page has. */
type WordSearch = Words & { viewerId: number; before: number; limit: number }

const findMatches = statement<{ id: number }, Words>(
  `SELECT p.id FROM posts p WHERE ${wordsSql} @@ words_query($1, $2) LIMIT ${maxSortedMatches + 1}`,
  wordNames,
)

const findVisible = statement<{ id: number }, [viewerId: number, ids: number[], before: number, limit: number]>(`
  SELECT p.id FROM posts p ${authorJoinSql}
  WHERE p.id = ANY($2::bigint[]) AND p.id < $3 AND ${visiblePostSql}
  ORDER BY p.id DESC LIMIT $4`)

/** `walked_to`: the oldest post that was read; null: there are none. */
type WalkedRow = { walked_to: number | null; walked_count: number; ids: number[] | null }

const walk = statement<WalkedRow, WordSearch>(
  `
  WITH walked AS MATERIALIZED (
    SELECT p.id, p.author_id, p.followers_only, p.text FROM posts p
    WHERE p.id < $4 ORDER BY p.id DESC LIMIT ${postsPerStep}
  )
  SELECT (SELECT min(id) FROM walked) AS walked_to, (SELECT count(*)::int FROM walked) AS walked_count, (
    SELECT json_agg(found.id) FROM (
      SELECT p.id FROM walked p ${authorJoinSql}
      WHERE ${wordsSql} @@ words_query($2, $3) AND ${visiblePostSql}
      ORDER BY p.id DESC LIMIT $5
    ) found
  ) AS ids`,
  ['viewerId', ...wordNames, 'before', 'limit'],
).first

/** Ids of posts, newest first, and the id below which the posts of the next page are; null: there is none. */
type FoundIds = { ids: number[]; nextBefore: number | null }

function cutIds(ids: number[], limit: number, readTo: number | null): FoundIds {
  const page = ids.slice(0, limit - 1)
  return { ids: page, nextBefore: ids.length >= limit ? (page.at(-1) ?? null) : readTo }
}

async function walkToMatches(db: Database, search: WordSearch): Promise<FoundIds> {
  const ids: number[] = []
  let before: number | null = search.before
  for (let step = 0; step < maxSteps && before !== null && ids.length < search.limit; step++) {
    const walked: WalkedRow | undefined = await walk(db, { ...search, before, limit: search.limit - ids.length })
    ids.push(...(walked?.ids ?? []))
    before = walked && walked.walked_count === postsPerStep ? walked.walked_to : null
  }
  return cutIds(ids, search.limit, before)
}

/** Finds a page of the posts with all of the words that the viewer may see. */
export async function findPostIdsByWords(db: Database, search: WordSearch): Promise<FoundIds> {
  const matches = await findMatches(db, search)
  if (matches.length > maxSortedMatches) return walkToMatches(db, search)
  const matchIds = matches.map(({ id }) => id)
  const visible = await findVisible(db, search.viewerId, matchIds, search.before, search.limit)
  return cutIds(
    visible.map(({ id }) => id),
    search.limit,
    null,
  )
}
