import type { Database } from '#server/database/connect.ts'
import { findPlace } from '#server/places/places.queries.ts'
import type { Handlers } from '#server/platform/http.ts'
import { notFound } from '#server/platform/refusal.ts'
import { findPostPage, findSpottedPostIdsOfPerson, findSpottedPostIdsOfPlace } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { findOpenProfile } from '#server/users/users.queries.ts'

export const spottedRoutes = (db: Database): Pick<Handlers, 'getSpottedPosts' | 'getLocationSpottedPosts'> => ({
  async getSpottedPosts({ user_id, ...request }, { viewer }) {
    if (!(await findOpenProfile(db, viewer.id, user_id))) throw notFound()
    const { rows, next_cursor } = await findPostPage(db, viewer.id, findSpottedPostIdsOfPerson, user_id, request)
    return { success: true, spotted_posts: rows.map(viewPost), next_cursor }
  },

  async getLocationSpottedPosts({ location_id, ...request }, { viewer }) {
    if (!(await findPlace(db, viewer.id, location_id))) throw notFound()
    const { rows, next_cursor } = await findPostPage(db, viewer.id, findSpottedPostIdsOfPlace, location_id, request)
    return { success: true, spotted_posts: rows.map(viewPost), next_cursor }
  },
})
