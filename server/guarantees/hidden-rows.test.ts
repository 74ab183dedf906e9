import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { Input } from '#contract/calls.ts'
import { calls } from '#contract/calls.ts'
import { type CallName, callNames } from '#contract/call-paths.ts'
import { findServerKey } from '#server/database/server-keys.ts'
import { countMap } from '#server/map/map.actions.ts'
import { nameList } from '#server/platform/call-route.ts'
import { createCursorEncryption, type CursorEncryption } from '#server/platform/cursor-encryption.ts'
import type { Client } from '#server/testing/fixtures/api-client.ts'
import {
  type Crowd,
  deleteBlocked,
  deleteWhatIsNotPublic,
  insertCrowd,
  visiblePeople,
} from '#server/testing/fixtures/crowd.ts'
import { duomo, type TestUser, useTestApp } from '#server/testing/fixtures/test-app.ts'

// What somebody may not see shortens, reorders and ends no list, and changes no number: each list of the contract is read
// to its end with and without it, among more hidden rows than any limit. The answers are the same, with their cursors.

const app = useTestApp()
let viewer: TestUser
let crowd: Crowd
let encryption: CursorEncryption
let before: Record<string, unknown>
let after: Record<string, unknown>

type Readings<Name extends CallName> = ((crowd: Crowd) => Input<Name>)[]
const box = { west: 9.1, south: 45.4, east: 9.3, north: 45.5, period: 'month' as const }
const place = ({ placeId }: Crowd) => ({ location_id: placeId })
const person = ({ personId }: Crowd) => ({ user_id: personId })

type Lists = { [Name in CallName]?: Readings<Name> }

/** How each list is read. */
const lists: Lists = {
  getOnboardingSuggestions: [() => duomo, () => ({})],
  getProfile: [person],
  suggestMentions: [() => ({ beginning: 'rosa' }), () => ({ beginning: 'rosa1' })],
  getFollowRequests: [() => ({})],
  getFollowers: [person],
  getFollowing: [person],
  getMuted: [() => ({})],
  getFeed: [
    () => duomo,
    () => ({ ...duomo, radius: '1' }),
    () => ({ ...duomo, radius: '100' }),
    () => ({ radius: 'everywhere' }),
    () => ({ ...duomo, offset: 20 }),
  ],
  getFollowingFeed: [() => ({})],
  getHashtagPosts: [() => ({ tag: 'comune' }), () => ({ ...duomo, tag: 'comune', order: 'near' })],
  getPost: [({ postId }) => ({ post_id: postId })],
  getLikes: [({ postId }) => ({ post_id: postId })],
  getBookmarks: [() => ({})],
  getComments: [({ postId }) => ({ post_id: postId })],
  getReplies: [({ commentId }) => ({ comment_id: commentId })],
  getLocation: [place],
  getPlaceEvents: [place],
  getFollowedEvents: [() => ({})],
  getAreaEvents: [() => ({ west: box.west, south: box.south, east: box.east, north: box.north })],
  searchEvents: [() => ({ q: 'festa' })],
  getLocationFollowers: [place],
  getFollowedLocations: [person],
  getSpottedPosts: [person],
  getLocationSpottedPosts: [place, (one) => ({ ...place(one), unmuted: 1 })],
  getUserStories: [person],
  getStoryViews: [({ ownStoryId }) => ({ story_id: ownStoryId })],
  getStoryLikesList: [({ storyId }) => ({ story_id: storyId }), ({ ownStoryId }) => ({ story_id: ownStoryId })],
  getStoryRings: [({ personId }) => ({ user_ids: String(personId) })],
  getFollowedStories: [() => ({})],
  getOwnSpotted: [() => ({ list: 'received' }), () => ({ list: 'sent' })],
  getSpottedRequests: [({ postId }) => ({ post_id: postId })],
  search: [() => ({ q: 'rosa' }), () => ({ q: 'rosa09' }), () => ({ q: 'rosa0103x' }), () => ({ q: 'osa05' })],
  searchPosts: [() => ({ q: 'parola' })],
  searchHashtags: [() => ({ q: 'comune' }), () => ({ q: 'comune7' })],
  getSearchSuggestions: [() => ({ ...duomo, limit: 20 }), () => ({})],
  getConversations: [() => ({}), () => ({ limit: 3 })],
  getNotifications: [() => ({})],
}

/** Lists of what the viewer or the operator has made, and of what everybody sees alike. */
const listsWithoutHiddenRows: CallName[] = [
  'getSessions',
  'getPasskeys',
  'getAccessTokens',
  'getBlockedUsers',
  'getReports',
  'getReportedContext',
  'getSuspended',
  'getModerationLog',
  'getPeople',
  'getOverview',
  'getAnnouncements',
  'getAllAnnouncements',
  'getInvitations',
  'getBlockedAddresses',
  'getLegalText',
  'getLegalTextVersions',
  'getNearbyLocations',
  'findTowns',
  'searchPlaces',
  'getMessages',
  'getPushDevices',
]

const maxPages = 40

/** Reads a list to its end. @returns its pages with cursors in plain text, which can be compared. */
async function readAll<Name extends CallName>(client: Client, name: Name, input: Input<Name>) {
  const pages: unknown[] = []
  const list = nameList(name, calls[name].input.parse(input))
  let cursor: string | null | undefined
  do {
    const page = await client.callOk(name, { ...input, ...(cursor && { cursor }) })
    cursor = (page as { next_cursor?: string | null }).next_cursor
    pages.push(cursor ? { ...page, next_cursor: encryption.decrypt(cursor, list) } : page)
  } while (cursor && pages.length < maxPages)
  return pages
}

/** The map is counted for everybody: of a person with blocks it takes away what these hide (docs/decisions/0020). */
const mapLists: Lists = {
  getMapCells: [() => ({ ...box, zoom: 8 }), () => ({ ...box, zoom: 14 })],
  getMapPlaces: [() => box],
}

async function readEach(client: Client, of: Lists): Promise<Record<string, unknown>> {
  await countMap(app.db)
  const answers: Record<string, unknown> = {}
  for (const [name, readings] of Object.entries(of) as [CallName, Readings<CallName>][])
    for (const [index, inputOf] of readings.entries())
      answers[`${name} ${index}`] = await readAll(client, name, inputOf(crowd))
  return answers
}

beforeAll(async () => {
  encryption = createCursorEncryption(await findServerKey(app.db, 'cursors'))
  viewer = await app.createUser('vera')
  crowd = await insertCrowd(app.db, viewer, await app.findPlaceId('Piazza del Duomo', 'Milano'))
  // A server learns within ten seconds of posts that it has not published itself.
  const readFeed = () => viewer.callOk('getFeed', { lat: duomo.lat, lon: duomo.lon, radius: '1' })
  await vi.waitFor(async () => expect((await readFeed()).posts).not.toEqual([]), { timeout: 40_000, interval: 500 })
  const stranger = await app.createUser('sara')
  const everything = await readEach(viewer, lists)
  before = { ...everything, ...(await readEach(stranger, mapLists)) }
  await deleteWhatIsNotPublic(app.db)
  after = await readEach(stranger, mapLists)
  await deleteBlocked(app.db)
  after = { ...(await readEach(viewer, lists)), ...after }
}, 120_000)

test('Hidden rows change no list, whichever limit they lie around', () => {
  for (const [reading, answer] of Object.entries(before)) expect.soft(answer, reading).toEqual(after[reading])
})

test('The lists are long enough to be cut, and their cursors are read', () => {
  expect(JSON.stringify(before['getLikes 0'])).toMatch(/"next_cursor":"\d{15,}"/)
  const lengthOf = (reading: string, pattern: RegExp) => JSON.stringify(before[reading]).match(pattern)?.length
  expect(lengthOf('getFeed 0', /"is_edited"|"edited_at"/g)).toBeGreaterThanOrEqual(visiblePeople)
  expect(lengthOf('getComments 0', /"text":"Ciao"/g)).toBeGreaterThan(visiblePeople)
  expect(lengthOf('getLocation 0', /"post_id"/g)).toBeGreaterThanOrEqual(12)
})

const hasArray = (schema: unknown): boolean =>
  JSON.stringify(z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any' })).includes('"type":"array"')

test('Every list of the contract is read here, or has nothing to hide', () => {
  const names = callNames.filter((name) => calls[name].path.startsWith('GET ') && hasArray(calls[name].output))
  expect([...Object.keys({ ...lists, ...mapLists }), ...listsWithoutHiddenRows].toSorted()).toEqual(names.toSorted())
})
