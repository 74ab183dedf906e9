import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import {
  actingUserId,
  done,
  flagInput,
  id,
  idInput,
  optionalText,
  timestamp,
  wallTimeInput,
  writtenLine,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { eventDescriptionLimit, eventTitleLimit } from './limits.ts'
import { namedUser } from './listed-user.ts'
import { boxAreaKm2, mapPlacesAreaKm2 } from './map-box.ts'
import { boxInput, isNorthward } from './map.ts'
import { nextCursor, pageInput } from './paging.ts'

/** An event at a place. */
export const placeEvent = z.object({
  id,
  title: z.string(),
  description: z.string(),
  starts_at: timestamp,
  /** Null: nobody knows. It leaves the lists three hours after its start. */
  ends_at: timestamp.nullable(),
  location_id: id,
  location_name: z.string(),
  /** Null if the place is the town. */
  location_town: z.string().nullable(),
  /** "MI". */
  location_province: z.string().nullable(),
  /** The person who announced it. */
  user_id: id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  is_going: z.boolean(),
  /** Those of the last 200 who are going whom the viewer may see. */
  going_count: z.int(),
  /** The last three of them. */
  going_people: z.array(namedUser),
})
export type PlaceEvent = z.output<typeof placeEvent>

export const eventsCalls = {
  getPlaceEvents: {
    summary:
      'The events of a place that are not over, soonest first; without a session those of public accounts, without who goes',
    path: 'GET events/get_place_events',
    access: 'public',
    scope: 'read',
    input: z.object({ location_id: idInput, ...pageInput }),
    output: z.object({ success: z.literal(true), events: z.array(placeEvent), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  getFollowedEvents: {
    summary: 'The next events at places that the viewer follows, within a week, soonest first',
    path: 'GET events/get_followed',
    access: 'viewer',
    scope: 'read',
    input: z.object({}),
    output: z.object({ success: z.literal(true), events: z.array(placeEvent) }),
  },

  getAreaEvents: {
    summary: 'The next events in a part of the map, within a week, soonest first; up to 27,000 km²',
    path: 'GET events/get_area',
    access: 'viewer',
    scope: 'read',
    input: z
      .object(boxInput)
      .refine(isNorthward, { error: fieldsText.mapBox })
      .refine((box) => boxAreaKm2(box) <= mapPlacesAreaKm2, { error: fieldsText.mapTooLarge }),
    output: z.object({ success: z.literal(true), events: z.array(placeEvent) }),
    errors: [400],
  },

  addEvent: {
    summary: 'Announce an event at a place, for everybody. Times are those of a clock in Italy: 2026-05-01T21:00',
    path: 'POST events/add',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      location_id: idInput,
      title: writtenLine(eventTitleLimit, fieldsText.eventTitleRequired, fieldsText.eventTitleLength),
      description: optionalText(eventDescriptionLimit, fieldsText.eventDescriptionLength),
      starts_at: wallTimeInput(fieldsText.eventStart),
      ends_at: wallTimeInput(fieldsText.eventEnd).optional(),
    }),
    output: z.object({ success: z.literal(true), event: placeEvent }),
    errors: [400, 404, 429],
  },

  attendEvent: {
    summary: 'Say whether one is going to an event',
    path: 'POST events/attend',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, event_id: idInput, going: flagInput }),
    output: z.object({ success: z.literal(true), event: placeEvent }),
    errors: [400, 404, 429],
  },

  deleteEvent: {
    summary: 'Delete an event of one’s own',
    path: 'POST events/delete',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, event_id: idInput }),
    output: done,
    errors: [400, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
