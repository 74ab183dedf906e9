import type { SpottedStatus } from '#contract/posts.ts'
import { inBatches } from '#server/database/batch.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { author, forFollowers } from '#server/posts/posts.queries.ts'
import { isActive } from '#server/users/users.queries.ts'
import { type Area, cellsOf, circleOf, mergedCells, nearbyColumns, withinCircle } from './feed.queries.ts'
import type { RadiusKm } from './feed.rules.ts'

/** A post around a point, whoever may see it. */
export type SurroundingPost = { id: number; authorId: number; forFollowers: boolean }

/** The newest posts of an area, for everybody who asks from the same point: they hold as long as the database confirms it. */
export type Surroundings = {
  km: RadiusKm
  /** Newest first; none of a suspended author. */
  posts: SurroundingPost[]
  /** The smallest id that a post of the area could have without being among them; 0 where none is older. */
  first: number
  facts: string
  /** The posts as the statement takes them. */
  listed: { ids: string; authors: string; restricted: string }
  /** What has to be as it was: all posts of each cell from an id on, told by how many they are and the XOR of their ids; as lists. */
  cells: { count: number; resolution: string; cell: string; first: string; total: string; mix: string }
}

/** A wide look at a thin area reads as many posts of its cells, at most; where that does not do, nothing is shared. */
const budget = 4000
/** Of so many posts, the newest, it is asked what the viewer has done with them. */
export const askedAbout = 64

const arrayOf = (values: readonly (number | string)[]) => `{${values.join(',')}}`
const quoted = (values: string[]) => `{${values.map((value) => `"${value}"`).join(',')}}`
const numbers = (list: string | null) => (list ? list.split(',').map(Number) : [])
/** `"1:2,3:4"` → `[[1, 2], [3, 4]]`. */
const split = (list: string | null) => (list?.split(',') ?? []).map((item) => item.split(':').map(Number))

const fingerprint = 'count(*) AS total, COALESCE(bit_xor(id), 0) AS mix'

type FoundRow = { posts: string | null; first: number | null; cells: string | null; facts: string }

/** `$1` how many posts, `$2` budget, `$3` the cells, then what the scan takes. `first`: from which id on the posts of the cells decide the answer. */
const scanAround = (scan: string, within: string, inCell: string) =>
  statement<FoundRow, unknown[]>(`
    WITH near AS MATERIALIZED (
        SELECT p.id, p.author_id, ${forFollowers} AS for_followers, ${isActive} AS active FROM (${scan}) p ${author} WHERE ${within} ORDER BY p.id DESC LIMIT $1),
      reach AS MATERIALIZED (
        SELECT CASE WHEN count(*) = $1 THEN min(id) WHEN (SELECT count(*) FROM (${scan}) p) < $2 THEN 0 END AS first FROM near)
    SELECT (SELECT string_agg(concat_ws(':', id, author_id, for_followers::int, active::int), ',' ORDER BY id DESC) FROM near) AS posts,
      (SELECT first FROM reach) AS first,
      (SELECT string_agg(concat_ws(':', cell, total, mix), ',') FROM unnest($3::bigint[]) cell CROSS JOIN LATERAL (
        SELECT ${fingerprint} FROM posts WHERE ${inCell} AND id >= (SELECT first FROM reach)) f) AS cells,
      (SELECT changed_by FROM shared_facts)::text AS facts`)

const scans = new Map<string, ReturnType<typeof scanAround>>()

function scanFor(resolution: number, cells: number) {
  const key = `${resolution}/${cells}`
  const known = scans.get(key)
  if (known) return known
  const scan = resolution === 0
    ? scanAround('SELECT id, author_id, followers_only FROM posts ORDER BY id DESC LIMIT $2', 'true', 'true')
    : scanAround(mergedCells({ resolution, cells, columns: nearbyColumns, before: null, limit: '$2', firstCell: 7 }), withinCircle('$4', '$5', '$6'), `c${resolution} = cell`)
  scans.set(key, scan)
  return scan
}

/** The newest posts of an area; null where so few of its cells' posts lie in it that nothing is gained. */
export async function findSurroundings(db: Database, area: Area, most: number): Promise<Surroundings | null> {
  const [resolution, cells] = area ? [area.radius.resolution, cellsOf(area)] : [0, ['0']]
  const parameters = area ? [...circleOf(area), ...cells] : []
  const [found] = await scanFor(resolution, cells.length)(db, most, area ? budget : most, arrayOf(cells), ...parameters)
  const { first } = found ?? {}
  if (!found || first == null) return null
  const posts = split(found.posts).filter(([, , , active]) => active === 1).map(([id = 0, authorId = 0, restricted]) => ({ id, authorId, forFollowers: restricted === 1 }))
  return {
    km: area?.radius.km ?? null,
    posts,
    first,
    facts: found.facts,
    listed: {
      ids: arrayOf(posts.slice(0, askedAbout).map(({ id }) => id)),
      authors: arrayOf([...new Set(posts.map(({ authorId }) => authorId))]),
      restricted: arrayOf([...new Set(posts.filter((post) => post.forFollowers).map(({ authorId }) => authorId))]),
    },
    cells: cellsAsLists(resolution, first, (found.cells?.split(',') ?? []).map((cell) => cell.split(':'))),
  }
}

const cellsAsLists = (resolution: number, first: number, cells: string[][]): Surroundings['cells'] => ({
  count: cells.length,
  resolution: cells.map(() => resolution).join(),
  cell: cells.map(([cell]) => cell).join(),
  first: cells.map(() => first).join(),
  total: cells.map(([, total]) => total).join(),
  mix: cells.map(([, , mix]) => mix).join(),
})

/** A post as it is in memory: empty where it is not. */
export type KnownPost = { id: number; version: string }

export type Ask = {
  viewerId: number
  /** Whose posts the viewer would be shown. */
  shown: Surroundings
  /** Smaller ones, that must be as thin as they were. */
  passed: Surroundings[]
  /** How many posts a page has. */
  limit: number
}
/** The first posts of some surroundings, as they are in memory. */
export type KnownPosts = (shown: Surroundings, limit: number) => KnownPost[]

/** What is so now, all at one moment. */
export type Answer = {
  /** Whether the surroundings, those passed too, are as they were. */
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

type AnswerRow = { kind: 'now' | 'stale' | 'changed' | 'viewer'; n: number; a: string | null; b: string | null; c: string | null; d: string | null; e: string | null }

/**
 * What many viewers are to be told, in one statement and one snapshot. What is shared costs it once, however many ask:
 * the fingerprints of the cells, the versions of the posts. Blocks are read from the viewer's side and fenced (OFFSET 0):
 * the planner would look up every author of the list by itself.
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
  SELECT 'stale', k.n, NULL, NULL, NULL, NULL, NULL
  FROM unnest($6::int[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[]) WITH ORDINALITY k (resolution, cell, first, total, mix, n)
  CROSS JOIN LATERAL (
    SELECT ${fingerprint} FROM (
      SELECT id FROM posts WHERE k.resolution = 5 AND c5 = k.cell AND id >= k.first
      UNION ALL SELECT id FROM posts WHERE k.resolution = 4 AND c4 = k.cell AND id >= k.first
      UNION ALL SELECT id FROM posts WHERE k.resolution = 3 AND c3 = k.cell AND id >= k.first
      UNION ALL SELECT id FROM posts WHERE k.resolution = 0 AND id >= k.first) p) now
  WHERE now.total <> k.total OR now.mix <> k.mix
  UNION ALL
  SELECT 'changed', k.id, NULL, NULL, NULL, NULL, NULL
  FROM unnest($11::bigint[], $12::xid[]) k (id, version) LEFT JOIN posts p ON p.id = k.id
  WHERE (p.xmin = k.version) IS NOT TRUE
  UNION ALL
  SELECT 'now', first_id_at(now() - interval '30 days'), (SELECT changed_by FROM shared_facts)::text, NULL, NULL, NULL, NULL`)

/** As many viewers as one statement answers, at most. */
const viewersAtOnce = 32

async function answerAll(db: Database, knownPosts: KnownPosts, asks: Ask[]): Promise<Answer[]> {
  const limits = new Map<Surroundings, number>()
  for (const { shown, limit } of asks) limits.set(shown, Math.max(limit, limits.get(shown) ?? 0))
  const lists = [...limits.keys()]
  const looked = [...new Set(asks.flatMap(({ shown, passed }) => [shown, ...passed]))]
  const known = new Map<number, string>()
  for (const [shown, limit] of limits) for (const { id, version } of knownPosts(shown, limit)) known.set(id, version)
  const cellLists = (pick: (cells: Surroundings['cells']) => string) => arrayOf(looked.map(({ cells }) => pick(cells)))
  const rows = await confirm(
    db, arrayOf(asks.map(({ viewerId }) => viewerId)), arrayOf(asks.map(({ shown }) => lists.indexOf(shown) + 1)),
    quoted(lists.map(({ listed }) => listed.ids)), quoted(lists.map(({ listed }) => listed.authors)), quoted(lists.map(({ listed }) => listed.restricted)),
    cellLists(({ resolution }) => resolution), cellLists(({ cell }) => cell), cellLists(({ first }) => first), cellLists(({ total }) => total), cellLists(({ mix }) => mix),
    arrayOf([...known.keys()]), arrayOf([...known.values()]),
  )
  const stale = new Set<Surroundings | undefined>()
  const viewers: AnswerRow[] = []
  let [facts, recentFrom] = ['', 0]
  for (const row of rows) {
    if (row.kind === 'stale') stale.add(holderOf(looked, row.n))
    else if (row.kind === 'changed') known.delete(row.n)
    else if (row.kind === 'viewer') viewers[row.n - 1] = row
    else [facts, recentFrom] = [row.a ?? '', row.n]
  }
  return asks.map(({ shown, passed }, at) => {
    const row = viewers[at]
    return {
      fresh: ![shown, ...passed].some((surroundings) => stale.has(surroundings) || surroundings.facts !== facts),
      facts, recentFrom, confirmed: known,
      parted: numbers(row?.a ?? null), followed: numbers(row?.b ?? null), liked: numbers(row?.c ?? null), commented: numbers(row?.d ?? null),
      requested: new Map((row?.e?.split(',') ?? []).map((request) => request.split(':')).map(([id, status]) => [Number(id), status as SpottedStatus])),
    }
  })
}

/** Of which surroundings the nth cell is, of all of theirs in a row. */
function holderOf(looked: Surroundings[], n: number): Surroundings | undefined {
  let before = 0
  return looked.find(({ cells }) => (before += cells.count) >= n)
}

export const askTogether = (db: Database, knownPosts: KnownPosts): ((ask: Ask) => Promise<Answer>) => inBatches(viewersAtOnce, (asks) => answerAll(db, knownPosts, asks))
