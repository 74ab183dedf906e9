import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, id, latitudeInput, longitudeInput, searchedWords, searchText } from './fields.ts'
import { placeEvent } from './events.ts'
import { nextCursor, pageInput } from './paging.ts'
import { followStatus, profileVisibility } from './listed-user.ts'
import { listedPlace } from './places.ts'
import { post } from './posts.ts'

/** A user or a place; fields of the other kind are null. */
const searchResult = z.object({
  type: z.enum(['user', 'location']),
  id,
  username: z.string().nullable(),
  display_name: z.string().nullable(),
  profile_pic: z.string().nullable(),
  location_name: z.string().nullable(),
  /** Null if the place is the town. */
  location_town: z.string().nullable(),
  /** "MI". */
  location_province: z.string().nullable(),
  image: z.string().nullable(),
  /** Degrees of a place; null for a user. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** What helps to decide whether to follow a user. */
  bio: z.string().nullable(),
  follow_status: followStatus.nullable(),
  profile_visibility: profileVisibility.nullable(),
  /** The kind of a place. */
  kind: z.string().nullable(),
  is_followed: z.boolean(),
})
export type SearchResult = z.output<typeof searchResult>

export const searchCalls = {
  search: {
    summary: 'Users and places whose name matches or nearly matches; better matches first, then nearer places',
    path: 'GET searches/search',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ q: searchText.default(''), lat: latitudeInput, lon: longitudeInput, user_id: actingUserId }),
    output: z.object({ success: z.literal(true), results: z.array(searchResult) }),
    errors: [400],
  },

  searchPlaces: {
    summary: 'Places of the directory whose name matches or nearly matches; better matches first, then nearer places',
    path: 'GET searches/search_places',
    access: 'viewer',
    scope: 'read',
    input: z.object({ q: searchText.default(''), lat: latitudeInput, lon: longitudeInput }),
    output: z.object({ success: z.literal(true), places: z.array(listedPlace) }),
    errors: [400],
  },

  findTowns: {
    summary: 'Towns by name as people call them, best matches and largest first; without a query, the largest towns',
    path: 'GET location/find_towns',
    access: 'viewer',
    scope: 'read',
    input: z.object({ q: searchText.default('') }),
    output: z.object({ success: z.literal(true), towns: z.array(listedPlace) }),
    errors: [400],
  },

  searchPosts: {
    summary:
      'Posts with all of the words, in any of their Italian forms, newest first; the last word may be a beginning',
    path: 'GET searches/search_posts',
    access: 'viewer',
    scope: 'read',
    input: z.object({ q: searchedWords, ...pageInput }),
    output: z.object({ success: z.literal(true), posts: z.array(post), next_cursor: nextCursor }),
    errors: [400],
  },

  searchEvents: {
    summary:
      'Coming events with all of the words, in any of their Italian forms; soonest first, the last word may be a beginning',
    path: 'GET searches/search_events',
    access: 'viewer',
    scope: 'read',
    input: z.object({ q: searchedWords }),
    output: z.object({ success: z.literal(true), events: z.array(placeEvent) }),
    errors: [400],
  },

  searchHashtags: {
    summary: 'Hashtags that begin with the query, and of which the viewer sees a post; those with most posts first',
    path: 'GET searches/search_hashtags',
    access: 'viewer',
    scope: 'read',
    input: z.object({ q: searchText.default('') }),
    output: z.object({
      success: z.literal(true),
      hashtags: z.array(
        z.object({
          /** Without its sign, accents and capitals. */
          tag: z.string(),
          /** Those of the newest 100 posts that the viewer may see. */
          posts_count: z.int(),
        }),
      ),
    }),
    errors: [400],
  },

  getSearchSuggestions: {
    summary: 'Suggested users who post nearby, and places',
    path: 'GET searches/get_suggestions',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      lat: latitudeInput,
      lon: longitudeInput,
      /** 5 by default (docs/product.md, "Limits and constants"). */
      limit: z.coerce.number<number>().int().min(1).max(20).default(5),
    }),
    output: z.object({ success: z.literal(true), suggestions: z.array(searchResult) }),
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>
