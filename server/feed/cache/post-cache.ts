import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/connect.ts'
import { findVersionedPosts, noViewerPostState, type ViewerPostState } from '#server/posts/posts.queries.ts'
import { type SerializedPost, serializePost } from './cached-page.ts'
import type { Validation, ViewerFacts } from './validation.queries.ts'

const maxCharacters = 30_000_000
/** No row has this version. */
const noVersion = '0'

export type CachedPost = { post: SerializedPost; viewerState: ViewerPostState }

/**
 * Keeps serialised posts in memory, without viewer state. A post is used only in the version that was just confirmed.
 */
export function createPostCache(db: Database) {
  const posts = new LRUCache<number, SerializedPost>({
    maxSize: maxCharacters,
    sizeCalculation: ({ json }) => json.length,
  })

  const findConfirmed = (id: number, { confirmedVersions, sharedVersion }: Validation) => {
    const post = posts.get(id)
    const isConfirmed = post?.version === confirmedVersions.get(id) && post?.sharedVersion === sharedVersion
    return isConfirmed ? post : undefined
  }

  return {
    versionsOf: (wanted: { id: number }[]): Map<number, string> =>
      new Map(wanted.map(({ id }) => [id, posts.peek(id)?.version ?? noVersion])),

    /**
     * Returns posts with the viewer's state, and loads the missing ones; null if one has changed since the validation.
     */
    async read(wanted: { id: number }[], validation: Validation): Promise<CachedPost[] | null> {
      const missingIds = wanted.flatMap(({ id }) => (findConfirmed(id, validation) ? [] : [id]))
      const loaded = new Map<number, SerializedPost>()
      for (const row of missingIds.length > 0 ? await findVersionedPosts(db, missingIds) : []) {
        const post = { version: row.version, sharedVersion: row.shared_version, json: serializePost(row) }
        posts.set(row.id, post)
        if (row.shared_version === validation.sharedVersion) loaded.set(row.id, post)
      }
      const found = wanted.flatMap(({ id }) => {
        const post = loaded.get(id) ?? findConfirmed(id, validation)
        return post ? [{ post, viewerState: viewerStateOf(id, validation.viewer) }] : []
      })
      return found.length === wanted.length ? found : null
    },
  }
}

function viewerStateOf(id: number, { likedPostIds, commentedPostIds, spottedStatuses }: ViewerFacts): ViewerPostState {
  const state = {
    user_liked: likedPostIds?.includes(id) ?? false,
    user_commented: commentedPostIds?.includes(id) ?? false,
    user_spotted_status: spottedStatuses?.[id] ?? null,
  }
  return state.user_liked || state.user_commented || state.user_spotted_status ? state : noViewerPostState
}
