import type { feedCalls } from '#contract/feed.ts'
import type { AppContext } from '#server/app-context.ts'
import { readPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import type { FeedCache } from './cache/feed-cache.ts'
import { serializeFeedPage } from './cache/cached-page.ts'
import { findFirstPage, findPageAfter } from './feed.queries.ts'
import { readCursor } from './feed.rules.ts'
import { viewFeed } from './feed.views.ts'

export function feedRoutes({
  db,
  feedCache,
}: Pick<AppContext, 'db'> & { feedCache: FeedCache }): Pick<Handlers, keyof typeof feedCalls> {
  return {
    async getFeed({ lat, lon, limit, offset, cursor: cursorText }, { viewer }) {
      const point = readPoint(lat, lon)
      const cursor = cursorText === undefined ? null : readCursor(cursorText)
      if (cursorText !== undefined && !cursor) throw new Refusal(400, platformText.badCursor)
      const request = { viewerId: viewer.id, point, limit }
      const cached = cursor || offset === 0 ? await feedCache.findPage({ ...request, cursor }) : null
      if (cached) return serializeFeedPage(cached)
      const page = cursor
        ? await findPageAfter(db, { ...request, cursor })
        : await findFirstPage(db, { ...request, offset })
      const ids = page.posts.map(({ id }) => id)
      return viewFeed(page, (await findPosts(db, viewer.id, ids)).map(viewPost))
    },
  }
}
