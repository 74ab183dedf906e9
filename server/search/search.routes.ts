import type { searchCalls, SearchResult } from '#contract/search.ts'
import type { AppContext } from '#server/app-context.ts'
import { findSuggestedPlaces, findSuggestedUsers } from '#server/onboarding/onboarding.queries.ts'
import { viewPlace } from '#server/places/places.views.ts'
import { readPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { readPage } from '#server/platform/keyset.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { findHashtags } from './hashtags.queries.ts'
import { findPlaces, findUsers } from './search.queries.ts'
import { hashtagSearchKey, mayBeBeginning, searchKey } from './search.rules.ts'
import { viewFoundPlace, viewFoundUser } from './search.views.ts'
import { findPostIdsByWords } from './words.queries.ts'

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
