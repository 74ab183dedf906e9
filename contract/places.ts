import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import {
  actingUserId,
  done,
  emailInput,
  id,
  idInput,
  latitudeInput,
  longitudeInput,
  searchText,
  writtenText,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { listedUser } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'
import { post } from './posts.ts'

/** Degrees of a place: places are public, people are not. */
const position = { latitude: z.number(), longitude: z.number() }

export const listedPlace = z.object({
  id,
  name: z.string(),
  /** Town and province where the name alone does not say it: "Milano (MI)"; for a town, its province. */
  town: z.string().nullable(),
  image: z.string().nullable(),
  /** Metres from the position that was sent; null where none was. */
  distance: z.int().nullable(),
  ...position,
})
export type ListedPlace = z.output<typeof listedPlace>

/** A place in a list that one can follow from. */
export const followablePlace = listedPlace.extend({ is_followed: z.boolean() })
export type FollowablePlace = z.output<typeof followablePlace>
/** How the viewer and the place stand after a follow or unfollow. */
const placeFollowState = done.extend({ is_followed: z.boolean(), followers_count: z.int() })

export const placesCalls = {
getNearbyLocations: {
  summary: 'The 20 places nearest to a position; without one, the largest towns',
  access: 'viewer',
  input: z.object({ lat: latitudeInput, lon: longitudeInput }),
  output: z.array(listedPlace),
  errors: [400],
},

findTowns: {
  summary: 'Towns whose name begins so, the largest first; without a query, the largest towns',
  access: 'viewer',
  input: z.object({ q: searchText.default('') }),
  output: z.object({ success: z.literal(true), towns: z.array(listedPlace) }),
  errors: [400],
},

getLocation: {
  summary: 'A place, with its newest posts that the viewer may see',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object({ location_id: idInput, logged_user_id: actingUserId, ...pageInput }),
  output: z.object({
    success: z.literal(true),
    next_cursor: nextCursor,
    location: z.object({
      id,
      location_name: z.string(),
      town: z.string().nullable(),
      image: z.string().nullable(),
      ...position,
      followers_count: z.int(),
      spotted_confirmed_count: z.int(),
      is_followed: z.boolean(),
      /** Who names the place, the one that its name and position are of first; `url` is its entry there, where there is one to look at. */
      sources: z.array(z.object({ name: z.string(), licence: z.string(), url: z.string().nullable() })),
      posts: z.array(post),
    }),
  }),
  errors: [400, 404],
},

followLocation: {
  summary: 'Follow a place, or follow it no longer',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, location_id: idInput }),
  output: placeFollowState,
  errors: [400, 404, 429],
},

followPlace: {
  summary: 'Follow a place',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, place_id: idInput }),
  output: placeFollowState,
  errors: [400, 404, 429],
},

unfollowPlace: {
  summary: 'Follow a place no longer',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, place_id: idInput }),
  output: placeFollowState,
  errors: [400, 404, 429],
},

getLocationFollowers: {
  summary: 'Who follows a place, newest first',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object({ location_id: idInput, logged_user_id: actingUserId, ...pageInput }),
  output: z.object({ success: z.literal(true), followers: z.array(listedUser), next_cursor: nextCursor }),
  errors: [400, 404],
},

getFollowedLocations: {
  summary: 'The places that somebody follows, newest first; of a private account for its followers only',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object({ user_id: idInput, logged_user_id: actingUserId, ...pageInput }),
  output: z.object({ success: z.literal(true), locations: z.array(followablePlace), next_cursor: nextCursor }),
  errors: [400, 404],
},

requireLocationProperty: {
  summary: 'Ask the operator, by mail, to be named as a place’s owner',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({
    user_id: actingUserId,
    location_id: idInput,
    name: writtenText(100, fieldsText.claimNameRequired, fieldsText.claimNameLength),
    /** Where the operator may answer. */
    email: emailInput,
    message: writtenText(2000, fieldsText.claimMessageRequired, fieldsText.claimMessageLength),
  }),
  output: done,
  errors: [400, 404, 429],
},
} as const satisfies Record<string, Endpoint>
