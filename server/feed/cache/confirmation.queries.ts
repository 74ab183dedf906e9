import type { SpottedStatus } from '#contract/posts.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { type ConfirmedPerson, confirmedPeopleSqlFor } from '#server/posts/confirmed-people.queries.ts'
import { changesSinceSql } from './published-posts.queries.ts'

/** The facts that one answer depends on. */
export type ConfirmationRequest = {
  viewerId: number
  /** Posts whose counters and viewer state are needed. */
  postIds: number[]
  authorIds: number[]
  /** Authors of posts that only followers may see. */
  restrictedAuthorIds: number[]
}

/** The data that a viewer's answer needs besides the posts. Arrays are null instead of empty. */
export type ViewerFacts = {
  /** Of the authors. */
  blockedAuthorIds: number[] | null
  /** Of the authors. */
  mutedAuthorIds: number[] | null
  /** Whether the viewer has muted places, which memory does not distinguish. */
  mutesPlaces: boolean
  /** Of the authors of posts that only followers may see. */
  followedAuthorIds: number[] | null
  /** Of the posts. */
  likedPostIds: number[] | null
  commentedPostIds: number[] | null
  bookmarkedPostIds: number[] | null
  spottedStatuses: Record<string, SpottedStatus> | null
  /** The people confirmed in the posts; each viewer of a post may see different people. */
  spottedPeople: Record<string, ConfirmedPerson[] | null> | null
}

type Counters = [likes: number, comments: number, spotted: number]

/** The state of the database at one moment. */
export type Confirmation = {
  /** Keys of what has changed since the snapshot, as in `findChanges`. */
  changes: string[]
  /** By post id. */
  counters: Record<string, Counters>
  /** In the order of the requests. */
  viewers: ViewerFacts[]
}

type ConfirmationRow = {
  changes: string[] | null
  counters: Record<string, Counters> | null
  viewers: ViewerFacts[]
}

/**
 * Reads for many viewers in one statement, and thus one snapshot. Blocks are read from the viewer's side and fenced by
 * OFFSET 0: otherwise the planner looks up every author separately.
 */
const findState = statement<
  ConfirmationRow,
  {
    snapshot: string
    viewerIds: string
    postIds: string[]
    authorIds: string[]
    restrictedAuthorIds: string[]
    countedPostIds: string
  }
>(
  `
  WITH request AS MATERIALIZED (
    SELECT viewer_id, post_ids::bigint[] AS post_ids, author_ids::bigint[] AS author_ids,
      restricted_author_ids::bigint[] AS restricted_author_ids, row_number
    FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
      r (viewer_id, post_ids, author_ids, restricted_author_ids, row_number))
  SELECT ${changesSinceSql('$1')} AS changes,
    (SELECT json_object_agg(p.id, json_build_array(p.likes_count, p.comments_count, p.spotted_count))
      FROM posts p WHERE p.id = ANY($6::bigint[])) AS counters,
    (SELECT json_agg(json_build_object(
        'blockedAuthorIds', (SELECT json_agg(b.id) FROM (
          SELECT blocked_id FROM (SELECT blocked_id FROM blocks WHERE blocker_id = r.viewer_id OFFSET 0) own
            WHERE blocked_id = ANY(r.author_ids)
          UNION ALL
          SELECT blocker_id FROM (SELECT blocker_id FROM blocks WHERE blocked_id = r.viewer_id OFFSET 0) others
            WHERE blocker_id = ANY(r.author_ids)) b (id)),
        'mutedAuthorIds', (SELECT json_agg(person_id) FROM (
          SELECT person_id FROM mutes WHERE user_id = r.viewer_id OFFSET 0) muted WHERE person_id = ANY(r.author_ids)),
        'mutesPlaces', (SELECT 1 FROM mutes WHERE user_id = r.viewer_id AND place_id > 0 LIMIT 1) IS NOT NULL,
        'followedAuthorIds', (SELECT json_agg(a.id) FROM unnest(r.restricted_author_ids) a (id)
          WHERE (SELECT 1 FROM follows f
            WHERE f.follower_id = r.viewer_id AND f.followee_id = a.id AND f.status = 'accepted' LIMIT 1) IS NOT NULL),
        'likedPostIds', (SELECT json_agg(post_id) FROM post_likes
          WHERE user_id = r.viewer_id AND post_id = ANY(r.post_ids)),
        'commentedPostIds', (SELECT json_agg(post_id) FROM comments
          WHERE author_id = r.viewer_id AND post_id = ANY(r.post_ids)),
        'bookmarkedPostIds', (SELECT json_agg(post_id) FROM bookmarks
          WHERE user_id = r.viewer_id AND post_id = ANY(r.post_ids)),
        'spottedStatuses', (SELECT json_object_agg(post_id, status) FROM spotted_requests
          WHERE requester_id = r.viewer_id AND post_id = ANY(r.post_ids)),
        'spottedPeople', (SELECT json_object_agg(p.id, ${confirmedPeopleSqlFor('r.viewer_id')}) FROM posts p
          WHERE p.id = ANY(r.post_ids) AND p.spotted_count > 0)
      ) ORDER BY r.row_number) FROM request r) AS viewers`,
  ['snapshot', 'viewerIds', 'postIds', 'authorIds', 'restrictedAuthorIds', 'countedPostIds'],
)

/** An array as PostgreSQL writes it: the driver takes longer, because it quotes every element. */
const arrayLiteral = (values: Iterable<number>) => `{${[...values].join(',')}}`

/** Reads what has changed since a snapshot, and what the answers to some viewers need. */
export async function confirm(db: Database, snapshot: string, requests: ConfirmationRequest[]): Promise<Confirmation> {
  const state = await findState.first(db, {
    snapshot,
    viewerIds: arrayLiteral(requests.map(({ viewerId }) => viewerId)),
    postIds: requests.map(({ postIds }) => arrayLiteral(postIds)),
    authorIds: requests.map(({ authorIds }) => arrayLiteral(authorIds)),
    restrictedAuthorIds: requests.map(({ restrictedAuthorIds }) => arrayLiteral(restrictedAuthorIds)),
    countedPostIds: arrayLiteral(new Set(requests.flatMap(({ postIds }) => postIds))),
  })
  if (!state) throw new Error('the confirmation returned no row')
  return {
    changes: state.changes ?? [],
    counters: state.counters ?? {},
    viewers: state.viewers,
  }
}
