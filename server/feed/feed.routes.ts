import type { feedCalls } from '#contract/feed.ts'
import type { AppContext } from '#server/app-context.ts'
import { readPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import type { FindFeedPage } from './feed-page.queries.ts'
import { cursorOf } from './feed.rules.ts'
import { findFollowingPostIds } from './following.queries.ts'
import { viewFeed } from './feed.views.ts'

type FeedContext = Pick<AppContext, 'db'> & { findFeedPage: FindFeedPage }

export const feedRoutes = ({ db, findFeedPage }: FeedContext): Pick<Handlers, keyof typeof feedCalls> => ({
  async getFeed({ lat, lon, radius, limit, offset, cursor: cursorText }, { viewer }) {
    const point = readPoint(lat, lon)
    const cursor = cursorOf(cursorText, radius, point !== null)
    if (cursor === undefined) throw new Refusal(400, platformText.badCursor)
    const request = { viewerId: viewer.id, point, radius, limit, offset: cursor ? 0 : offset, cursor }
    return viewFeed(await findFeedPage(request))
  },

  async getFollowingFeed(request, { viewer }) {
    const rows = await findFollowingPostIds(db, { viewerId: viewer.id, ...readPage(request) })
    const { page, next_cursor } = cutPage(rows, request.limit, ({ id }) => id)
    const ids = page.map(({ id }) => id)
    return { success: true, posts: (await findPosts(db, viewer.id, ids)).map(viewPost), next_cursor }
  },
})
