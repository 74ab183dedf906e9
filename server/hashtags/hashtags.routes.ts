import type { hashtagsCalls } from '#contract/hashtags.ts'
import { hashtagKey } from '#contract/text-parts.ts'
import type { AppContext } from '#server/app-context.ts'
import { findFeedPage } from '#server/feed/feed.queries.ts'
import { cursorOf } from '#server/feed/feed.rules.ts'
import { viewFeed } from '#server/feed/feed.views.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { readPoint } from '#server/platform/geography.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'

export const hashtagsRoutes = ({ db }: Pick<AppContext, 'db'>): Pick<Handlers, keyof typeof hashtagsCalls> => ({
  async getHashtagPosts({ tag, order, lat, lon, limit, offset, cursor: cursorText }, { viewer }) {
    const point = readPoint(lat, lon)
    const radius = order === 'near' ? 'auto' : 'everywhere'
    const cursor = cursorOf(cursorText, radius, point !== null)
    if (cursor === undefined) throw new Refusal(400, platformText.badCursor)
    const page = await findFeedPage(db, {
      viewerId: viewer.id,
      point,
      radius,
      limit,
      offset: cursor ? 0 : offset,
      cursor,
      tag: hashtagKey(tag),
    })
    const ids = page.posts.map(({ id }) => id)
    return viewFeed(page, (await findPosts(db, viewer.id, ids)).map(viewPost))
  },
})
