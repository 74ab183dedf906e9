import type { searchCalls, SearchResult } from '#contract/search.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { withinTime } from '#server/database/transaction.ts'
import { findEventsByWords } from '#server/events/events.queries.ts'
import { viewEvent } from '#server/events/events.views.ts'
import { findSuggestedPlaces, findSuggestedUsers } from '#server/onboarding/onboarding.queries.ts'
import { findLargestTowns, type PlaceRow } from '#server/places/places.queries.ts'
import { withPictures } from '#server/places/picture.queries.ts'
import { viewPlace } from '#server/places/places.views.ts'
import { readPoint } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { findPosts } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import { findHashtags } from './hashtags.queries.ts'
import { findPlaceChoices, findPlaces, findUserChoices, findUsers, type FoundUserRow } from './search.queries.ts'
import { hashtagSearchKey, mayBeBeginning, searchKey } from './search.rules.ts'
import { findTowns } from './towns.queries.ts'
import { viewFoundPlace, viewFoundUser } from './search.views.ts'
import { findPostIdsByWords } from './words.queries.ts'

/** What somebody types decides what a search costs: a statement that takes longer is given up. */
const searchTimeoutMs = 3000

export function searchRoutes({ db }: Pick<AppContext, 'db'>): Pick<Handlers, keyof typeof searchCalls> {
  const search = <Result>(read: (trx: Database) => Promise<Result>) => withinTime(db, searchTimeoutMs, read)
  return {
    async search({ q, lat, lon }, { viewer }) {
      const [users, places] = await Promise.all([
        search((trx) => findUsers(trx, viewer.id, q)),
        search((trx) => findPlaces(trx, searchKey(q), readPoint(lat, lon))),
      ])
      const found = await viewFound(db, viewer.id, { users, places })
      return { success: true, results: [...found.users, ...found.places] }
    },

    async searchPlaces({ q, lat, lon }, { viewer }) {
      const point = readPoint(lat, lon)
      const places = await search((trx) => findPlaces(trx, searchKey(q), point))
      const pictured = await withPictures(db, viewer.id, places)
      return { success: true, places: pictured.map((place) => viewPlace(place, point)) }
    },

    async findTowns({ q }, { viewer }) {
      const key = searchKey(q)
      const towns = key ? await search((trx) => findTowns(trx, key)) : await findLargestTowns(db)
      return { success: true, towns: (await withPictures(db, viewer.id, towns)).map((town) => viewPlace(town, null)) }
    },

    async searchPosts({ q, ...request }, { viewer }) {
      const { before, limit } = readPage(request)
      const words = { words: q, withBeginning: mayBeBeginning(q) }
      const ids = await search((trx) => findPostIdsByWords(trx, { ...words, viewerId: viewer.id, before, limit }))
      const { page, next_cursor } = cutPage(ids, request.limit, (id) => id)
      return { success: true, posts: (await findPosts(db, viewer.id, page)).map(viewPost), next_cursor }
    },

    async searchEvents({ q }, { viewer }) {
      const words = { words: q, withBeginning: mayBeBeginning(q) }
      const rows = await search((trx) => findEventsByWords(trx, { ...words, viewerId: viewer.id }))
      return { success: true, events: rows.map(viewEvent) }
    },

    async searchHashtags({ q }, { viewer }) {
      const key = hashtagSearchKey(q)
      return { success: true, hashtags: key ? await search((trx) => findHashtags(trx, viewer.id, key)) : [] }
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
  }
}

type FoundRows = { users: Pick<FoundUserRow, 'id' | 'username' | 'picture'>[]; places: PlaceRow[] }

/**
 * Returns the views of the results, with the facts that help to choose. A block or deletion in the meantime removes a
 * row.
 */
async function viewFound(db: Database, viewerId: number, { users, places }: FoundRows) {
  const [userChoices, placeChoices, pictured] = await Promise.all([
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
    withPictures(db, viewerId, places),
  ])
  const usersById = new Map(userChoices.map((choice) => [choice.id, choice]))
  const placesById = new Map(placeChoices.map((choice) => [choice.id, choice]))
  return {
    users: users.flatMap((row) => {
      const choice = usersById.get(row.id)
      return choice ? [viewFoundUser(row, choice)] : []
    }),
    places: pictured.flatMap((row) => {
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
