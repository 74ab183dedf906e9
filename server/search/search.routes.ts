import type { searchCalls, SearchResult } from '#contract/search.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { findSuggestedPlaces, findSuggestedUsers } from '#server/onboarding/onboarding.queries.ts'
import type { PlaceRow } from '#server/places/places.queries.ts'
import { viewPlace } from '#server/places/places.views.ts'
import { readPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { readPage } from '#server/platform/keyset.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { findHashtags } from './hashtags.queries.ts'
import { findPlaceChoices, findPlaces, findUserChoices, findUsers, type FoundUserRow } from './search.queries.ts'
import { hashtagSearchKey, mayBeBeginning, searchKey } from './search.rules.ts'
import { viewFoundPlace, viewFoundUser } from './search.views.ts'
import { findPostIdsByWords } from './words.queries.ts'

export const searchRoutes = ({ db }: Pick<AppContext, 'db'>): Pick<Handlers, keyof typeof searchCalls> => ({
  async search({ q, lat, lon }, { viewer }) {
    const [users, places] = await Promise.all([
      findUsers(db, viewer.id, q),
      findPlaces(db, searchKey(q), readPoint(lat, lon)),
    ])
    const found = await viewFound(db, viewer.id, { users, places })
    return { success: true, results: [...found.users, ...found.places] }
  },

  async searchPlaces({ q, lat, lon }) {
    const point = readPoint(lat, lon)
    const places = await findPlaces(db, searchKey(q), point)
    return { success: true, places: places.map((place) => viewPlace(place, point)) }
  },

  async searchPosts({ q, ...request }, { viewer }) {
    const { before, limit } = readPage(request)
    const words = { words: q, withBeginning: mayBeBeginning(q) }
    const { ids, nextBefore } = await findPostIdsByWords(db, { ...words, viewerId: viewer.id, before, limit })
    const posts = (await findPosts(db, viewer.id, ids)).map(viewPost)
    return { success: true, posts, next_cursor: nextBefore === null ? null : String(nextBefore) }
  },

  async searchHashtags({ q }, { viewer }) {
    const key = hashtagSearchKey(q)
    return { success: true, hashtags: key ? await findHashtags(db, viewer.id, key) : [] }
  },

  async getSearchSuggestions({ lat, lon, limit }, { viewer }) {
    const point = readPoint(lat, lon)
    const [users, places] = await Promise.all([
      findSuggestedUsers(db, viewer.id, point, limit),
      findSuggestedPlaces(db, viewer.id, point, limit),
    ])
    const found = await viewFound(db, viewer.id, { users, places })
    return { success: true, suggestions: interleave(found.users, found.places).slice(0, limit) }
  },
})

type FoundRows = { users: Pick<FoundUserRow, 'id' | 'username' | 'picture'>[]; places: PlaceRow[] }

/**
 * Returns the views of the results, with the facts that help to choose. A block or deletion in the meantime removes a
 * row.
 */
async function viewFound(db: Database, viewerId: number, { users, places }: FoundRows) {
  const [userChoices, placeChoices] = await Promise.all([
    findUserChoices(
      db,
      viewerId,
      users.map(({ id }) => id),
    ),
    findPlaceChoices(
      db,
      viewerId,
      places.map(({ id }) => id),
    ),
  ])
  const usersById = new Map(userChoices.map((choice) => [choice.id, choice]))
  const placesById = new Map(placeChoices.map((choice) => [choice.id, choice]))
  return {
    users: users.flatMap((row) => {
      const choice = usersById.get(row.id)
      return choice ? [viewFoundUser(row, choice)] : []
    }),
    places: places.flatMap((row) => {
      const choice = placesById.get(row.id)
      return choice ? [viewFoundPlace(row, choice)] : []
    }),
  }
}

/** Alternates users and places as long as both remain. */
const interleave = (users: SearchResult[], places: SearchResult[]): SearchResult[] =>
  Array.from({ length: Math.max(users.length, places.length) }, (_, index) => [users[index], places[index]])
    .flat()
    .filter((result) => result !== undefined)
