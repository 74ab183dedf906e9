import type { SpottedStatus } from '#contract/posts.ts'
import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { FeedSlice } from './slice.queries.ts'
import { type CellVersions, cellVersionsSql, rangeFingerprintSql, sharedVersionSql } from './versions.queries.ts'

export type ValidationRequest = {
  viewerId: number
  slice: FeedSlice
  /** Number of posts, from the first, whose versions and viewer state are needed. */
  checkedCount: number
  /** All slices that have to be current: `slice`, and those of smaller radii that were rejected. */
  dependencies: FeedSlice[]
}

/** What a viewer's answer needs besides the slice. Arrays are null instead of empty. */
export type ViewerFacts = {
  /** Of the authors of the slice. */
  blockedAuthorIds: number[] | null
  /** Of the authors of posts that only followers may see. */
  followedAuthorIds: number[] | null
  /** Of the checked posts. */
  likedPostIds: number[] | null
  commentedPostIds: number[] | null
  spottedStatuses: Record<string, SpottedStatus> | null
}

/** The state of the database at one moment. */
export type Validation = {
  /** Whether all dependencies are current. */
  isCurrent: boolean
  sharedVersion: string
  /** The smallest id that a post of the last 30 days can have. */
  recentFromId: number
  /** Versions of the checked posts that are unchanged in memory. */
  confirmedVersions: Map<number, string>
  viewer: ViewerFacts
}

type ValidationRow = {
  recent_from_id: number
  shared_version: string
  cell_versions: CellVersions
  /** By position in the parameters, from 1. */
  range_fingerprints: Record<number, string> | null
  changed_post_ids: number[] | null
  /** By position in the parameters, from 1. */
  viewers: Record<number, ViewerFacts>
}

/**
 * Validates slices and posts for many viewers in one statement, and thus one snapshot. Shared data is read once.
 * Blocks are read from the viewer's side and fenced by OFFSET 0: otherwise the planner looks up every author
 * separately.
 */
const findState = statement<
  ValidationRow,
  {
    viewerIds: string
    sliceNumbers: string
    slicePostIds: string[]
    sliceAuthorIds: string[]
    sliceRestrictedAuthorIds: string[]
    cachedPostIds: string
    cachedPostVersions: string
    rangeStarts: string
    rangeEnds: string
    cells: string
  }
>(
  `
  WITH slice AS MATERIALIZED (
    SELECT number, post_ids::bigint[] AS post_ids, author_ids::bigint[] AS author_ids,
      restricted_author_ids::bigint[] AS restricted_author_ids
    FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY
      s (post_ids, author_ids, restricted_author_ids, number))
  SELECT first_id_at(now() - interval '30 days') AS recent_from_id,
    ${sharedVersionSql} AS shared_version,
    ${cellVersionsSql('$10')} AS cell_versions,
    (SELECT json_object_agg(range.row_number, ${rangeFingerprintSql('range.first_id', 'range.before_id')})
      FROM unnest($8::bigint[], $9::bigint[]) WITH ORDINALITY range (first_id, before_id, row_number)
    ) AS range_fingerprints,
    (SELECT json_agg(cached.id)
      FROM unnest($6::bigint[], $7::xid[]) cached (id, version) LEFT JOIN posts p ON p.id = cached.id
      WHERE (p.xmin = cached.version) IS NOT TRUE
    ) AS changed_post_ids,
    (SELECT json_object_agg(v.row_number, json_build_object(
        'blockedAuthorIds', (SELECT json_agg(b.id) FROM (
          SELECT blocked_id FROM (SELECT blocked_id FROM blocks WHERE blocker_id = v.viewer_id OFFSET 0) own
            WHERE blocked_id = ANY(s.author_ids)
          UNION ALL
          SELECT blocker_id FROM (SELECT blocker_id FROM blocks WHERE blocked_id = v.viewer_id OFFSET 0) others
            WHERE blocker_id = ANY(s.author_ids)) b (id)),
        'followedAuthorIds', (SELECT json_agg(r.id) FROM unnest(s.restricted_author_ids) r (id)
          WHERE (SELECT 1 FROM follows f
            WHERE f.follower_id = v.viewer_id AND f.followee_id = r.id AND f.status = 'accepted' LIMIT 1) IS NOT NULL),
        'likedPostIds', (SELECT json_agg(post_id) FROM post_likes
          WHERE user_id = v.viewer_id AND post_id = ANY(s.post_ids)),
        'commentedPostIds', (SELECT json_agg(post_id) FROM comments
          WHERE author_id = v.viewer_id AND post_id = ANY(s.post_ids)),
        'spottedStatuses', (SELECT json_object_agg(post_id, status) FROM spotted_requests
          WHERE requester_id = v.viewer_id AND post_id = ANY(s.post_ids))
      ))
      FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY v (viewer_id, slice_number, row_number)
        JOIN slice s ON s.number = v.slice_number
    ) AS viewers`,
  [
    'viewerIds',
    'sliceNumbers',
    'slicePostIds',
    'sliceAuthorIds',
    'sliceRestrictedAuthorIds',
    'cachedPostIds',
    'cachedPostVersions',
    'rangeStarts',
    'rangeEnds',
    'cells',
  ],
)

/** An array as PostgreSQL writes it: the driver takes longer, because it quotes every element. */
const arrayLiteral = (values: readonly (number | string)[]) => `{${values.join(',')}}`

/** Returns the deepest check per slice. */
function checkedCounts(requests: ValidationRequest[]): Map<FeedSlice, number> {
  const counts = new Map<FeedSlice, number>()
  for (const { slice, checkedCount } of requests) counts.set(slice, Math.max(checkedCount, counts.get(slice) ?? 0))
  return counts
}

/** Versions of posts in memory by id. */
export type FindCachedVersions = (posts: { id: number }[]) => Map<number, string>

async function validateAll(
  db: Database,
  findCachedVersions: FindCachedVersions,
  requests: ValidationRequest[],
): Promise<Validation[]> {
  const counts = checkedCounts(requests)
  const slices = [...counts.keys()]
  const checkedPosts = [...counts].map(([{ posts }, count]) => posts.slice(0, count))
  const dependencies = [...new Set(requests.flatMap((request) => request.dependencies))]
  const everywhere = dependencies.filter(({ rangeFingerprint }) => rangeFingerprint !== null)
  const versions = findCachedVersions(checkedPosts.flat())
  const state = await findState.first(db, {
    viewerIds: arrayLiteral(requests.map(({ viewerId }) => viewerId)),
    sliceNumbers: arrayLiteral(requests.map(({ slice }) => slices.indexOf(slice) + 1)),
    slicePostIds: checkedPosts.map((posts) => arrayLiteral(posts.map(({ id }) => id))),
    sliceAuthorIds: slices.map(({ authorIds }) => arrayLiteral(authorIds)),
    sliceRestrictedAuthorIds: slices.map(({ restrictedAuthorIds }) => arrayLiteral(restrictedAuthorIds)),
    cachedPostIds: arrayLiteral([...versions.keys()]),
    cachedPostVersions: arrayLiteral([...versions.values()]),
    rangeStarts: arrayLiteral(everywhere.map(({ completeFrom }) => completeFrom)),
    rangeEnds: arrayLiteral(everywhere.map(({ before }) => before)),
    cells: arrayLiteral([...new Set(dependencies.flatMap(({ cellVersions }) => cellVersions.map(([cell]) => cell)))]),
  })
  if (!state) throw new Error('the validation returned no row')
  for (const id of state.changed_post_ids ?? []) versions.delete(id)
  const current = new Set(dependencies.filter((slice) => isCurrent(slice, state, everywhere)))
  return requests.map((request, index) => ({
    isCurrent: request.dependencies.every((slice) => current.has(slice)),
    sharedVersion: state.shared_version,
    recentFromId: state.recent_from_id,
    confirmedVersions: versions,
    viewer: state.viewers[index + 1] as ViewerFacts,
  }))
}

/**
 * Whether a slice equals what the database would return now.
 * @param everywhere the slices in the order of the fingerprints.
 */
const isCurrent = (slice: FeedSlice, state: ValidationRow, everywhere: FeedSlice[]): boolean =>
  slice.sharedVersion === state.shared_version &&
  slice.cellVersions.every(([cell, version]) => state.cell_versions[cell] === version) &&
  (slice.rangeFingerprint === null ||
    state.range_fingerprints?.[everywhere.indexOf(slice) + 1] === slice.rangeFingerprint)

const maxRequestsPerStatement = 32

/** Creates a function that validates a slice for a viewer. Concurrent calls share a statement. */
export const createSliceValidator = (
  db: Database,
  findCachedVersions: FindCachedVersions,
): ((request: ValidationRequest) => Promise<Validation>) =>
  createBatcher(maxRequestsPerStatement, (requests) => validateAll(db, findCachedVersions, requests))
