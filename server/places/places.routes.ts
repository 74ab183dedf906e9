import type { placesCalls } from '#contract/places.ts'
import type { AppContext } from '#server/app-context.ts'
import { countEventsOfPlace } from '#server/events/events.queries.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { readPoint } from '#server/platform/geography.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import { countSpottedOfPlace, findPostIdsOfPlace, findPostPage } from '#server/posts/lists.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { anonymousViewerId } from '#server/platform/viewer.ts'
import { findAccessibleProfile, findPlaceFollowers } from '#server/users/users.queries.ts'
import { viewUserPage } from '#server/users/users.views.ts'
import { addPlace } from './added.actions.ts'
import { changePlaceFollow, requireLocationProperty } from './places.actions.ts'
import {
  deletePlaceFollow,
  findFollowedPlaces,
  findLargestTowns,
  findNearestPlaces,
  findPlace,
  insertPlaceFollow,
  type PlaceFollowRow,
  togglePlaceFollow,
} from './places.queries.ts'
import { findMergedInto } from './merging.queries.ts'
import { withPictures } from './picture.queries.ts'
import { findPlacePhotos } from './photos.queries.ts'
import { placesText } from './places.text.ts'
import { viewFollowablePlace, viewPlace, viewPlaceDetail } from './places.views.ts'

type PlacesContext = Pick<AppContext, 'config' | 'db' | 'jobs' | 'quotas'>

export const placesRoutes = ({
  config,
  db,
  jobs,
  quotas,
}: PlacesContext): Pick<Handlers, keyof typeof placesCalls> => ({
  async getNearbyLocations({ lat, lon }, { viewer }) {
    const point = readPoint(lat, lon)
    const places = point ? await findNearestPlaces(db, point.latitude, point.longitude) : await findLargestTowns(db)
    return (await withPictures(db, viewer.id, places)).map((place) => viewPlace(place, point))
  },

  async getLocation({ location_id, ...request }, { viewer }) {
    const viewerId = viewer?.id ?? anonymousViewerId
    const place = await findPlaceOrMerged(db, viewerId, location_id)
    if (!place) throw notFound()
    const { rows, next_cursor } = await findPostPage(db, {
      viewerId,
      find: findPostIdsOfPlace,
      subjectId: place.id,
      request,
    })
    const isFirstPage = request.cursor === undefined && request.offset === 0
    const [[pictured], spotted, photos, events] = await Promise.all([
      withPictures(db, viewerId, [place]),
      countSpottedOfPlace(db, viewerId, place.id),
      isFirstPage ? findPlacePhotos(db, viewerId, place.id) : [],
      countEventsOfPlace.one(db, viewerId, place.id),
    ])
    return {
      success: true,
      location: viewPlaceDetail(
        { picture: null, ...place, ...pictured, spotted_confirmed_count: spotted, events_count: events.count },
        rows.map(viewPost),
        photos,
      ),
      next_cursor,
    }
  },

  async addPlace({ user_id: _actingId, ...input }, { viewer }) {
    const { place, similar } = await addPlace({ db, quotas }, viewer.id, input)
    return {
      success: true,
      place: place && viewPlace({ ...place, picture: null }, null),
      similar: (await withPictures(db, viewer.id, similar)).map((one) => viewPlace(one, null)),
    }
  },

  async followLocation({ location_id }, { viewer }) {
    const change = { placeId: location_id, change: togglePlaceFollow }
    return { success: true, ...viewFollow(await changePlaceFollow({ db }, viewer.id, change)) }
  },

  async followPlace({ place_id }, { viewer }) {
    const change = { placeId: place_id, change: insertPlaceFollow }
    return { success: true, ...viewFollow(await changePlaceFollow({ db }, viewer.id, change)) }
  },

  async unfollowPlace({ place_id }, { viewer }) {
    const change = { placeId: place_id, change: deletePlaceFollow }
    return { success: true, ...viewFollow(await changePlaceFollow({ db }, viewer.id, change)) }
  },

  async getLocationFollowers({ location_id, ...request }, { viewer }) {
    if (!(await findPlace(db, viewer.id, location_id))) throw notFound()
    const rows = await findPlaceFollowers(db, { viewerId: viewer.id, subjectId: location_id, ...readPage(request) })
    const { users, next_cursor } = viewUserPage(rows, request.limit)
    return { success: true, followers: users, next_cursor }
  },

  async getFollowedLocations({ user_id, ...request }, { viewer }) {
    if (!(await findAccessibleProfile(db, viewer.id, user_id))) throw notFound()
    const rows = await findFollowedPlaces(db, { viewerId: viewer.id, userId: user_id, ...readPage(request) })
    const { page, next_cursor } = cutPage(rows, request.limit, (row) => row.row_id)
    const places = await withPictures(db, viewer.id, page)
    return { success: true, locations: places.map(viewFollowablePlace), next_cursor }
  },

  async requireLocationProperty({ location_id, ...claim }, { viewer }) {
    await requireLocationProperty({ db, jobs, config }, viewer.id, { placeId: location_id, ...claim })
    return { success: true, message: placesText.claimSent }
  },
})

/** A place, or the one that it has become part of. */
async function findPlaceOrMerged(db: AppContext['db'], viewerId: number, placeId: number) {
  const place = await findPlace(db, viewerId, placeId)
  const merged = place ? undefined : await findMergedInto(db, placeId)
  return merged ? findPlace(db, viewerId, merged.into_id) : place
}

const viewFollow = ({ is_followed, followers_count }: PlaceFollowRow) => ({
  is_followed,
  followers_count,
  message: is_followed ? placesText.followed : placesText.unfollowed,
})
