import type { searchCalls, SearchResult } from '#contract/search.ts'
import type { AppContext } from '#server/app-context.ts'
import { findSuggestedPlaces, findSuggestedUsers } from '#server/onboarding/onboarding.queries.ts'
import { viewPlace } from '#server/places/places.views.ts'
import { readPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { findPlaces, findUsers } from './search.queries.ts'
import { searchKey } from './search.rules.ts'
import { viewFoundPlace, viewFoundUser } from './search.views.ts'

export const searchRoutes = ({ db }: Pick<AppContext, 'db'>): Pick<Handlers, keyof typeof searchCalls> => ({
  async search({ q, lat, lon }, { viewer }) {
    const [users, places] = await Promise.all([
      findUsers(db, viewer.id, q),
      findPlaces(db, searchKey(q), readPoint(lat, lon)),
    ])
    return { success: true, results: [...users.map(viewFoundUser), ...places.map(viewFoundPlace)] }
  },

  async searchPlaces({ q, lat, lon }) {
    const point = readPoint(lat, lon)
    const places = await findPlaces(db, searchKey(q), point)
    return { success: true, places: places.map((place) => viewPlace(place, point)) }
  },

  async getSearchSuggestions({ lat, lon, limit }, { viewer }) {
    const point = readPoint(lat, lon)
    const [users, places] = await Promise.all([
      findSuggestedUsers(db, viewer.id, point, limit),
      findSuggestedPlaces(db, viewer.id, point, limit),
    ])
    return {
      success: true,
      suggestions: interleave(users.map(viewFoundUser), places.map(viewFoundPlace)).slice(0, limit),
    }
  },
})

/** Alternates users and places as long as both remain. */
const interleave = (users: SearchResult[], places: SearchResult[]): SearchResult[] =>
  Array.from({ length: Math.max(users.length, places.length) }, (_, index) => [users[index], places[index]])
    .flat()
    .filter((result) => result !== undefined)
