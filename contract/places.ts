import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { actingUserId, id, idInput, latitudeInput, longitudeInput, searchText } from './fields.ts'
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

export const getNearbyLocations = endpoint({
  summary: 'The 20 places nearest to a position; without one, the largest towns',
  access: 'viewer',
  input: z.object({ lat: latitudeInput, lon: longitudeInput }),
  output: z.array(listedPlace),
  errors: [400],
})

export const findTowns = endpoint({
  summary: 'Towns whose name begins so, the largest first; without a query, the largest towns',
  access: 'viewer',
  input: z.object({ q: searchText.default('') }),
  output: z.object({ success: z.literal(true), towns: z.array(listedPlace) }),
  errors: [400],
})

export const getLocation = endpoint({
  summary: 'A place, with its newest posts that the viewer may see',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object({ location_id: idInput, logged_user_id: actingUserId }),
  output: z.object({
    success: z.literal(true),
    location: z.object({
      id,
      location_name: z.string(),
      town: z.string().nullable(),
      image: z.string().nullable(),
      ...position,
      followers_count: z.int(),
      spotted_confirmed_count: z.int(),
      is_followed: z.boolean(),
      posts: z.array(post),
    }),
  }),
  errors: [404],
})
