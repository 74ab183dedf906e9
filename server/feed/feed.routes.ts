import type { feedCalls } from '#contract/feed.ts'
import type { Database } from '#server/database/connect.ts'
import { readPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import type { RecordCell } from './feed.actions.ts'
import { findFirstPage, findPageAfter } from './feed.queries.ts'
import { readCursor } from './feed.rules.ts'
import { feedText } from './feed.text.ts'
import { viewFeed, serializeFeedPage } from './feed.views.ts'
import { createFeedCache } from './feed-cache.actions.ts'

export function feedRoutes(db: Database, keepCell: RecordCell): Pick<Handlers, keyof typeof feedCalls> {
  const findShared = createFeedCache(db)
  return {
    async getFeed({ lat, lon, limit, offset, cursor }, { viewer }) {
      const point = readPoint(lat, lon)
      const after = cursor === undefined ? null : readCursor(cursor)
      if (cursor !== undefined && !after) throw new Refusal(400, feedText.badCursor)
      if (!after && point) await keepCell(viewer, point)
      const shared = after || offset === 0 ? await findShared(viewer.id, point, after, limit) : null
      if (shared) return serializeFeedPage(shared)
      const page = after
        ? await findPageAfter(db, viewer.id, point, after, limit)
        : await findFirstPage(db, viewer.id, point, limit, offset)
      const posts = await findPosts(
        db,
        viewer.id,
        page.posts.map(({ id }) => id),
      )
      return viewFeed(page, posts.map(viewPost))
    },
  }
}
