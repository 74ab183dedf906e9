import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import {
  actingUserId,
  done,
  emailInput,
  id,
  idInput,
  flagInput,
  latitudeInput,
  longitudeInput,
  placeNameInput,
  writtenText,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { listedUser } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'
import { post } from './posts.ts'
import { claimMessageLimit, claimNameLimit } from './limits.ts'

/** Degrees. Positions of places are public, those of people are not. */
const position = { latitude: z.number(), longitude: z.number() }

/** The comune of a place, null for a comune itself; and the letters of its province. They tell namesakes apart. */
const townAndProvince = { town: z.string().nullable(), province: z.string().nullable() }

export const listedPlace = z.object({
  id,
  name: z.string(),
  /** A kind of the directory: "park", "museum", "town"… */
  kind: z.string(),
  ...townAndProvince,
  image: z.string().nullable(),
  /** Metres from the requested position; null without one. */
  distance: z.int().nullable(),
  ...position,
})
export type ListedPlace = z.output<typeof listedPlace>

/** A place in a list with follow buttons. */
export const followablePlace = listedPlace.extend({ is_followed: z.boolean() })
export type FollowablePlace = z.output<typeof followablePlace>
/** The viewer's follow state after a follow or unfollow. */
const placeFollowState = done.extend({ is_followed: z.boolean(), followers_count: z.int() })

/** The first photo of a post at a place. */
const placePhoto = z.object({
  post_id: id,
  username: z.string(),
  image_url: z.string(),
  image_thumbhash: z.string().nullable(),
  /** Its description, in its author's words. */
  image_alt: z.string().nullable(),
  /** It is the cover of a video. */
  is_video: z.boolean(),
})
export type PlacePhoto = z.output<typeof placePhoto>

/** The kinds of place that people may add: not towns, which the directory has. */
const addedPlaceKind = z.enum(
  [
    'bar',
    'restaurant',
    'shop',
    'market',
    'square',
    'street',
    'park',
    'beach',
    'lake',
    'viewpoint',
    'monument',
    'museum',
    'theatre',
    'library',
    'school',
    'university',
    'church',
    'station',
    'stadium',
    'hotel',
    'hospital',
    'place',
  ],
  { error: fieldsText.placeKind },
)
export type AddedPlaceKind = z.output<typeof addedPlaceKind>

/** Degrees of the place, not of the person; the server rounds them to four decimals, about ten metres. */
const pointInput = (max: number) => z.coerce.number<number>({ error: fieldsText.placePoint }).min(-max).max(max)

export const placesCalls = {
  getNearbyLocations: {
    summary: 'The 20 places nearest to a position, towns at the end; without one, the largest towns',
    path: 'GET location/get_nearby_locations',
    access: 'viewer',
    scope: 'read',
    input: z.object({ lat: latitudeInput, lon: longitudeInput }),
    output: z.array(listedPlace),
    errors: [400],
  },

  getLocation: {
    summary: 'A place with its newest visible posts',
    path: 'GET places/get_location',
    access: 'public',
    scope: 'read',
    actingAs: 'logged_user_id',
    input: z.object({ location_id: idInput, logged_user_id: actingUserId, ...pageInput }),
    isWholeList: true,
    output: z.object({
      success: z.literal(true),
      next_cursor: nextCursor,
      location: z.object({
        id,
        location_name: z.string(),
        kind: z.string(),
        ...townAndProvince,
        image: z.string().nullable(),
        ...position,
        followers_count: z.int(),
        spotted_confirmed_count: z.int(),
        /** Coming events that the viewer may see, up to `countedEvents`. */
        events_count: z.int(),
        is_followed: z.boolean(),
        /** Whether the viewer has muted the place. Nobody else sees this. */
        is_muted: z.boolean(),
        /** The sources of the place, the describing one first; `url` links to the source's entry, if it has a page. */
        sources: z.array(z.object({ name: z.string(), licence: z.string(), url: z.string().nullable() })),
        /** With the first page: the newest photos that everybody may see, of posts that the viewer sees. */
        photos: z.array(placePhoto),
        posts: z.array(post),
      }),
    }),
    errors: [400, 404],
  },

  addPlace: {
    summary: 'Add a place to the directory; first it answers places within 150 m with a similar name, if there are any',
    path: 'POST places/add',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      name: placeNameInput,
      kind: addedPlaceKind,
      latitude: pointInput(90),
      longitude: pointInput(180),
      /** 1: none of the similar places is meant. */
      is_new: flagInput.default(0),
    }),
    output: z.object({
      success: z.literal(true),
      /** The new place; null if one of the similar places may be meant. */
      place: listedPlace.nullable(),
      similar: z.array(listedPlace),
    }),
    errors: [400, 429],
  },

  followLocation: {
    summary: 'Toggle following a place',
    path: 'POST location/follow_location',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, location_id: idInput }),
    output: placeFollowState,
    errors: [400, 404, 429],
  },

  followPlace: {
    summary: 'Follow a place',
    path: 'POST places/follow',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, place_id: idInput }),
    output: placeFollowState,
    errors: [400, 404, 429],
  },

  unfollowPlace: {
    summary: 'Unfollow a place',
    path: 'POST places/unfollow',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, place_id: idInput }),
    output: placeFollowState,
    errors: [400, 404, 429],
  },

  getLocationFollowers: {
    summary: 'The followers of a place, newest first',
    path: 'GET places/get_location_followers',
    access: 'viewer',
    scope: 'read',
    actingAs: 'logged_user_id',
    input: z.object({ location_id: idInput, logged_user_id: actingUserId, ...pageInput }),
    isWholeList: true,
    output: z.object({ success: z.literal(true), followers: z.array(listedUser), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  getFollowedLocations: {
    summary: 'The places a user follows, newest first; for a private account visible to its followers only',
    path: 'GET user/get_followed_locations',
    access: 'viewer',
    scope: 'read',
    actingAs: 'logged_user_id',
    input: z.object({ user_id: idInput, logged_user_id: actingUserId, ...pageInput }),
    isWholeList: true,
    output: z.object({ success: z.literal(true), locations: z.array(followablePlace), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  requireLocationProperty: {
    summary: 'Claim a place: mails the operator',
    path: 'POST location/require_location_property',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      location_id: idInput,
      name: writtenText(claimNameLimit, fieldsText.claimNameRequired, fieldsText.claimNameLength),
      /** The claimant's e-mail address for the operator's answer. */
      email: emailInput,
      message: writtenText(claimMessageLimit, fieldsText.claimMessageRequired, fieldsText.claimMessageLength),
    }),
    output: done,
    errors: [400, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
