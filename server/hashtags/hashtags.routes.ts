import type { hashtagsCalls } from '#contract/hashtags.ts'
import { hashtagKey } from '#contract/text-parts.ts'
import type { FindFeedPage } from '#server/feed/feed-page.queries.ts'
import { cursorOf } from '#server/feed/feed.rules.ts'
import { viewFeed } from '#server/feed/feed.views.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { readPoint } from '#server/platform/geography.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { Refusal } from '#server/platform/refusal.ts'

export const hashtagsRoutes = ({
  findFeedPage,
}: {
  findFeedPage: FindFeedPage
}): Pick<Handlers, keyof typeof hashtagsCalls> => ({
  async getHashtagPosts({ tag, order, lat, lon, limit, offset, cursor: cursorText }, { viewer }) {
    const point = readPoint(lat, lon)
    const radius = order === 'near' ? 'auto' : 'everywhere'
    const cursor = cursorOf(cursorText, radius, point !== null)
    if (cursor === undefined) throw new Refusal(400, platformText.badCursor)
    const page = await findFeedPage({
      viewerId: viewer.id,
      point,
      radius,
      limit,
      offset: cursor ? 0 : offset,
      cursor,
      tag: hashtagKey(tag),
    })
    return viewFeed(page)
  },
})
