import type { Database } from '#server/database/connect.ts'
import { knownPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/http.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import type { KeepCell } from './feed.actions.ts'
import { findFirstPage, findPageAfter } from './feed.queries.ts'
import { readCursor, writeCursor } from './feed.rules.ts'
import { feedText } from './feed.text.ts'

export const feedRoutes = (db: Database, keepCell: KeepCell): Pick<Handlers, 'getFeed'> => ({
  async getFeed({ lat, lon, limit, offset, cursor }, { viewer }) {
    const point = knownPoint(lat, lon)
    if (point && cursor === undefined) await keepCell(viewer, point)
    const after = cursor === undefined ? undefined : readCursor(cursor)
    if (after === null) throw new Refusal(400, feedText.badCursor)
    const page = after
      ? await findPageAfter(db, viewer.id, point, after, limit)
      : await findFirstPage(db, viewer.id, point, limit, offset)
    const posts = page.ids.length > 0 ? await findPosts(db, viewer.id, page.ids) : []
    return {
      success: true,
      posts: posts.map(viewPost),
      has_more: page.cursor !== null,
      next_cursor: page.cursor && writeCursor(page.cursor),
      radius_km: page.km,
    }
  },
})
