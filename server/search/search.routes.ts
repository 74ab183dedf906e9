import type { searchCalls } from '#contract/search.ts'
import type { SearchResult } from '#contract/search.ts'
import type { Database } from '#server/database/connect.ts'
import { findSuggestedPlaces, findSuggestedUsers } from '#server/onboarding/onboarding.queries.ts'
import { searchName } from '#server/places/places.rules.ts'
import { readPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { findPlaces, findUsers } from './search.queries.ts'
import { viewFoundPlace, viewFoundUser } from './search.views.ts'

export const searchRoutes = (db: Database): Pick<Handlers, keyof typeof searchCalls> => ({
  async search({ q, lat, lon }, { viewer }) {
    const [users, places] = await Promise.all([
      findUsers(db, viewer.id, q),
      findPlaces(db, searchName(q), readPoint(lat, lon)),
    ])
    return { success: true, results: [...users.map(viewFoundUser), ...places.map(viewFoundPlace)] }
  },

  async getSearchSuggestions({ lat, lon, limit }, { viewer }) {
    const point = readPoint(lat, lon)
    const [users, places] = await Promise.all([
      findSuggestedUsers(db, viewer.id, point, limit),
      findSuggestedPlaces(db, viewer.id, point, limit),
    ])
    return {
      success: true,
      suggestions: alternating(users.map(viewFoundUser), places.map(viewFoundPlace)).slice(0, limit),
    }
  },
})

/** One of each, as long as there are both. */
const alternating = (users: SearchResult[], places: SearchResult[]): SearchResult[] =>
  Array.from({ length: Math.max(users.length, places.length) }, (_, at) => [users[at], places[at]])
    .flat()
    .filter((result) => result !== undefined)
