import type { Database } from '#server/database/connect.ts'
import type { Handlers } from '#server/platform/http.ts'
import { knownPoint } from '#server/platform/geography.ts'
import { notFound } from '#server/platform/refusal.ts'
import { findPostIdsOfPlace, findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { findLargestTowns, findNearestPlaces, findPlace, findTownsByPrefix } from './places.queries.ts'
import { searchName } from './places.rules.ts'
import { viewPlace, viewPlaceDetail } from './places.views.ts'

/** Posts that a place page shows. */
const postsOfPlace = 50

type PlacesCalls = 'getNearbyLocations' | 'findTowns' | 'getLocation'

export const placesRoutes = (db: Database): Pick<Handlers, PlacesCalls> => ({
  async getNearbyLocations({ lat, lon }) {
    const point = knownPoint(lat, lon)
    const places = point
      ? await findNearestPlaces(db, point.latitude, point.longitude)
      : await findLargestTowns(db)
    return places.map((place) => viewPlace(place, point))
  },

  async findTowns({ q }) {
    const prefix = searchName(q)
    const towns = prefix ? await findTownsByPrefix(db, prefix) : await findLargestTowns(db)
    return { success: true, towns: towns.map((town) => viewPlace(town, null)) }
  },

  async getLocation({ location_id }, { viewer }) {
    const place = await findPlace(db, viewer.id, location_id)
    if (!place) throw notFound()
    const ids = await findPostIdsOfPlace(db, viewer.id, location_id, postsOfPlace)
    const posts = await findPosts(db, viewer.id, ids.map(({ id }) => id))
    return { success: true, location: viewPlaceDetail(place, posts.map(viewPost)) }
  },
})
