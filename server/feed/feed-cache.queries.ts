import type { SpottedStatus } from '#contract/posts.ts'
import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { authorJoinSql, followersOnlySql } from '#server/posts/visibility.queries.ts'
import { activeUserSql } from '#server/users/users.queries.ts'
import {
  type Area,
  scannedCells,
  circleParameters,
  mergedCellsSql,
  scanColumnsSql,
  type NearbyPost,
  withinCircleSql,
} from './feed.queries.ts'
import { coveringCells, type RadiusKm } from './feed.rules.ts'

/** The newest posts of an area before one, whoever may see them, but none of a suspended author: for everybody who asks from the same point, as long as the database confirms them. */
export type FeedSlice = {
  km: RadiusKm
  posts: NearbyPost[]
  /** Those of them that are for everybody. */
  open: NearbyPost[]
  /** As the statement takes them: their authors, and those of whose posts some are for followers. */
  listed: { authors: string; restricted: string }
  /** All of them have smaller ids. */
  before: number
  /** The smallest id that a post of the area could have without being among them; 0 where none is older. */
  first: number
  facts: string
  /** What has to be as it was: which transaction last changed each c4 that the area touches; of everywhere, how many posts there are from the first to the one before, and the XOR of their ids. */
  cells: [cell: string, changedBy: string][]
  between: string | null
}

/** A wide look at a thin area reads as many posts of its cells, at most; where that does not do, nothing is shared. */
const budget = 4000

const arrayOf = (values: readonly (number | string)[]) => `{${values.join(',')}}`
const quoted = (values: string[]) => `{${values.map((value) => `"${value}"`).join(',')}}`

const listed = (posts: NearbyPost[]): FeedSlice['listed'] => ({
  authors: arrayOf([...new Set(posts.map(({ authorId }) => authorId))]),
  restricted: arrayOf([...new Set(posts.filter((post) => post.forFollowers).map(({ authorId }) => authorId))]),
})

const numbers = (list: string | null) => (list ? list.split(',').map(Number) : [])
/** `"a:b,c:d"` → `[['a', 'b'], ['c', 'd']]`. */
const pairs = (list: string | null) => (list?.split(',') ?? []).map((item) => item.split(':') as [string, string])
/** The same of numbers, as many as there are. */
const split = (list: string | null) => (list?.split(',') ?? []).map((item) => item.split(':').map(Number))

/** Told apart by how many posts there are from an id on, before another, and the XOR of their ids: whatever came or went, one of them differs. */
const postsBetween = (first: string, before: string) =>
  `(SELECT count(*) || ':' || COALESCE(bit_xor(id), 0) FROM posts WHERE id >= ${first} AND id < ${before})`
const changesOf = (cells: string) => `(
    SELECT string_agg(cell || ':' || COALESCE(changed_by::text, ''), ',') FROM unnest(${cells}::bigint[]) cell LEFT JOIN cell_changes ON c4 = cell)`
const currentFacts = '(SELECT changed_by FROM shared_facts WHERE id = 1)::text'

type FoundRow = {
  posts: string | null
  first: number | null
  cells: string | null
  between: string | null
  facts: string
}

/** `$1` how many posts, `$2` budget, `$3` the cells that are to be as they were, `$4` an id that all are older than, then what the scan takes. */
const scanAround = (scan: string, within: string) =>
  statement<FoundRow, unknown[]>(`
    WITH near AS MATERIALIZED (
        SELECT p.id, p.author_id, ${followersOnlySql} AS for_followers, ${activeUserSql} AS active FROM (${scan}) p ${authorJoinSql} WHERE ${within} ORDER BY p.id DESC LIMIT $1),
      reach AS MATERIALIZED (
        SELECT CASE WHEN count(*) = $1 THEN min(id) WHEN (SELECT count(*) FROM (${scan}) p) < $2 THEN 0 END AS first FROM near)
    SELECT (SELECT string_agg(concat_ws(':', id, author_id, for_followers::int, active::int), ',' ORDER BY id DESC) FROM near) AS posts,
      (SELECT first FROM reach) AS first, ${changesOf('$3')} AS cells, ${currentFacts} AS facts,
      CASE WHEN cardinality($3::bigint[]) = 0 THEN ${postsBetween('(SELECT first FROM reach)', '$4')} END AS between`)

const scans = new Map<string, ReturnType<typeof scanAround>>()

function scanFor(resolution: number, cells: number) {
  const key = `${resolution}/${cells}`
  const known = scans.get(key)
  if (known) return known
  const scan =
    resolution === 0
      ? scanAround('SELECT id, author_id, followers_only FROM posts WHERE id < $4 ORDER BY id DESC LIMIT $2', 'true')
      : scanAround(
          mergedCellsSql({ resolution, cells, columns: scanColumnsSql, before: '$4', limit: '$2', firstCell: 8 }),
          withinCircleSql('$5', '$6', '$7'),
        )
  scans.set(key, scan)
  return scan
}

/** The newest posts of an area before one; null where so few of its cells' posts lie in it that nothing is gained. */
export async function findFeedSlice(db: Database, area: Area, before: number, most: number): Promise<FeedSlice | null> {
  const cells = area ? scannedCells(area) : []
  const watched = area ? coveringCells(area.point, { km: area.radius.km, resolution: 4 }) : []
  const scan = scanFor(area?.radius.resolution ?? 0, cells.length)
  const [found] = await scan(
    db,
    most,
    area ? budget : most,
    arrayOf(watched),
    before,
    ...(area ? circleParameters(area) : []),
    ...cells,
  )
  const { first } = found ?? {}
  if (!found || first == null) return null
  const posts = split(found.posts)
    .filter(([, , , active]) => active === 1)
    .map(([id = 0, authorId = 0, restricted]) => ({ id, authorId, forFollowers: restricted === 1 }))
  return {
    km: area?.radius.km ?? null,
    posts,
    open: posts.filter((post) => !post.forFollowers),
    listed: listed(posts),
    before,
    first,
    facts: found.facts,
    cells: pairs(found.cells),
    between: found.between,
  }
}

/** A post as it is in memory: empty where it is not. */
export type CachedPost = { id: number; version: string }

export type FeedCandidate = {
  /** What the viewer would be shown. */
  shown: FeedSlice
  /** What has to be as it was: what is shown, and smaller ones, as thin as they were. */
  looked: FeedSlice[]
}

export type ValidationRequest = FeedCandidate & {
  viewerId: number
  /** Of how many of the first posts it is asked whether they are as they were, and what the viewer did with them. */
  depth: number
}
/** Posts as they are in memory. */
export type LookUpCachedPosts = (posts: NearbyPost[]) => CachedPost[]

/** What is so now, all at one moment. */
export type Validation = {
  /** Whether the surroundings are as they were. */
  fresh: boolean
  facts: string
  /** The smallest id that a post of the last 30 days can have. */
  recentFrom: number
  /** The versions of the posts that are as they were in memory. */
  confirmed: Map<number, string>
  /** Authors from whom a block parts the viewer, and those whom the viewer follows and that show some posts to followers only. */
  parted: number[]
  followed: number[]
  liked: number[]
  commented: number[]
  requested: Map<number, SpottedStatus>
}

type AnswerRow = {
  kind: 'now' | 'between' | 'changed' | 'viewer'
  n: number
  a: string | null
  b: string | null
  c: string | null
  d: string | null
  e: string | null
}

/**
 * What many viewers are to be told, in one statement and one snapshot. What is shared costs it once, however many ask.
 * Blocks are read from the viewer's side and fenced (OFFSET 0): the planner would look up every author of the list by itself.
 */
const confirm = statement<AnswerRow, string[]>(`
  WITH list AS MATERIALIZED (
    SELECT n, ids::bigint[] AS ids, authors::bigint[] AS authors, restricted::bigint[] AS restricted
    FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY l (ids, authors, restricted, n))
  SELECT 'viewer' AS kind, a.n,
    (SELECT string_agg(b.id::text, ',') FROM (
      SELECT blocked_id FROM (SELECT blocked_id FROM blocks WHERE blocker_id = a.viewer_id OFFSET 0) mine WHERE blocked_id = ANY(l.authors)
      UNION ALL SELECT blocker_id FROM (SELECT blocker_id FROM blocks WHERE blocked_id = a.viewer_id OFFSET 0) theirs WHERE blocker_id = ANY(l.authors)) b (id)) AS a,
    (SELECT string_agg(r.id::text, ',') FROM unnest(l.restricted) r (id)
      WHERE (SELECT 1 FROM follows f WHERE f.follower_id = a.viewer_id AND f.followee_id = r.id AND f.status = 'accepted' LIMIT 1) IS NOT NULL) AS b,
    (SELECT string_agg(post_id::text, ',') FROM post_likes WHERE user_id = a.viewer_id AND post_id = ANY(l.ids)) AS c,
    (SELECT string_agg(post_id::text, ',') FROM comments WHERE author_id = a.viewer_id AND post_id = ANY(l.ids)) AS d,
    (SELECT string_agg(post_id || ':' || status, ',') FROM spotted_requests WHERE requester_id = a.viewer_id AND post_id = ANY(l.ids)) AS e
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY a (viewer_id, list, n) JOIN list l ON l.n = a.list
  UNION ALL
  SELECT 'changed', k.id, NULL, NULL, NULL, NULL, NULL
  FROM unnest($6::bigint[], $7::xid[]) k (id, version) LEFT JOIN posts p ON p.id = k.id
  WHERE (p.xmin = k.version) IS NOT TRUE
  UNION ALL
  SELECT 'between', k.n, ${postsBetween('k.first', 'k.before')}, NULL, NULL, NULL, NULL FROM unnest($8::bigint[], $9::bigint[]) WITH ORDINALITY k (first, before, n)
  UNION ALL
  SELECT 'now', first_id_at(now() - interval '30 days'), ${currentFacts}, ${changesOf('$10')}, NULL, NULL, NULL`)

/** As many viewers as one statement answers, at most. */
const viewersAtOnce = 32

async function answerAll(
  db: Database,
  knownPosts: LookUpCachedPosts,
  asks: ValidationRequest[],
): Promise<Validation[]> {
  const depths = new Map<FeedSlice, number>()
  for (const { shown, depth } of asks) depths.set(shown, Math.max(depth, depths.get(shown) ?? 0))
  const lists = [...depths.keys()]
  const firstPosts = [...depths].map(([{ posts }, depth]) => posts.slice(0, depth))
  const looked = [...new Set(asks.flatMap((ask) => ask.looked))]
  const cells = new Set(looked.flatMap((one) => one.cells.map(([cell]) => cell)))
  const everywhere = looked.filter(({ between }) => between !== null)
  const known = new Map<number, string>()
  for (const { id, version } of knownPosts(firstPosts.flat())) known.set(id, version)
  const rows = await confirm(
    db,
    arrayOf(asks.map(({ viewerId }) => viewerId)),
    arrayOf(asks.map(({ shown }) => lists.indexOf(shown) + 1)),
    quoted(firstPosts.map((posts) => arrayOf(posts.map(({ id }) => id)))),
    quoted(lists.map((one) => one.listed.authors)),
    quoted(lists.map((one) => one.listed.restricted)),
    arrayOf([...known.keys()]),
    arrayOf([...known.values()]),
    arrayOf(everywhere.map(({ first }) => first)),
    arrayOf(everywhere.map(({ before }) => before)),
    arrayOf([...cells]),
  )
  const viewers: AnswerRow[] = []
  const betweenNow = new Map<FeedSlice | undefined, string | null>()
  let now = { facts: '', recentFrom: 0, cells: new Map<string, string>() }
  for (const row of rows) {
    if (row.kind === 'changed') known.delete(row.n)
    else if (row.kind === 'viewer') viewers[row.n - 1] = row
    else if (row.kind === 'between') betweenNow.set(everywhere[row.n - 1], row.a)
    else now = { facts: row.a ?? '', recentFrom: row.n, cells: new Map(pairs(row.b)) }
  }
  const { facts, recentFrom } = now
  const isAsItWas = (one: FeedSlice) =>
    one.facts === facts &&
    one.cells.every(([cell, changedBy]) => now.cells.get(cell) === changedBy) &&
    (one.between === null || betweenNow.get(one) === one.between)
  const fresh = new Set(looked.filter(isAsItWas))
  return asks.map((ask, at) => {
    const row = viewers[at]
    return {
      fresh: ask.looked.every((one) => fresh.has(one)),
      facts,
      recentFrom,
      confirmed: known,
      parted: numbers(row?.a ?? null),
      followed: numbers(row?.b ?? null),
      liked: numbers(row?.c ?? null),
      commented: numbers(row?.d ?? null),
      requested: new Map(
        (row?.e?.split(',') ?? [])
          .map((request) => request.split(':'))
          .map(([id, status]) => [Number(id), status as SpottedStatus]),
      ),
    }
  })
}

export const createSliceValidator = (
  db: Database,
  knownPosts: LookUpCachedPosts,
): ((ask: ValidationRequest) => Promise<Validation>) =>
  createBatcher(viewersAtOnce, (asks) => answerAll(db, knownPosts, asks))
