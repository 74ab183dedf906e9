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
import { nextCursor, pageInput } from './paging.ts'

/** An event at a place. */
const placeEvent = z.object({
  id,
  title: z.string(),
  description: z.string(),
  starts_at: timestamp,
  /** Null: nobody knows. It leaves the lists three hours after its start. */
  ends_at: timestamp.nullable(),
  /** The person who announced it. */
  user_id: id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  is_going: z.boolean(),
  /** Of the last 200 who are going, those whom the viewer may see. */
  going_count: z.int(),
  /** The last three of them. */
  going_people: z.array(namedUser),
})
export type PlaceEvent = z.output<typeof placeEvent>

export const eventsCalls = {
  getPlaceEvents: {
    summary: 'The events of a place that are not over, soonest first',
    access: 'viewer',
    input: z.object({ location_id: idInput, ...pageInput }),
    output: z.object({ success: z.literal(true), events: z.array(placeEvent), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  addEvent: {
    summary: 'Announce an event at a place, for everybody. Times are those of a clock in Italy: 2026-05-01T21:00',
    access: 'viewer',
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
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, event_id: idInput, going: flagInput }),
    output: z.object({ success: z.literal(true), event: placeEvent }),
    errors: [400, 404, 429],
  },

  deleteEvent: {
    summary: 'Delete an event of one’s own',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, event_id: idInput }),
    output: done,
    errors: [400, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
