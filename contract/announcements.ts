import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, timestamp, writtenText } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { announcementTextLimit } from './limits.ts'
import { nextCursor, pageInput } from './paging.ts'

/** A message from the operator or an administrator to everybody. */
const announcement = z.object({
  id,
  text: z.string(),
  /** Null: until it is withdrawn. */
  ends_at: timestamp.nullable(),
})
export type Announcement = z.output<typeof announcement>

/** An announcement as administrators see it. */
const listedAnnouncement = announcement.extend({
  starts_at: timestamp,
  state: z.enum(['current', 'scheduled', 'over']),
  /** The administrator; null for the operator and for a deleted account. */
  created_by: z.string().nullable(),
})
export type ListedAnnouncement = z.output<typeof listedAnnouncement>

const momentInput = z.iso.datetime({ offset: true, error: fieldsText.announcementTime })

export const announcementsCalls = {
  getAnnouncements: {
    summary: 'The announcements of now, newest first, at most three',
    path: 'GET announcements/get_current',
    access: 'public',
    scope: null,
    input: z.object({}),
    output: z.object({ success: z.literal(true), announcements: z.array(announcement) }),
  },

  getAllAnnouncements: {
    summary: 'All announcements, newest first: of now, to come, and over',
    path: 'GET announcements/get_all',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    output: z.object({
      success: z.literal(true),
      announcements: z.array(listedAnnouncement),
      next_cursor: nextCursor,
    }),
    errors: [400],
  },

  createAnnouncement: {
    summary: 'Tell everybody something, from now or a later moment on, until a moment or until it is withdrawn',
    path: 'POST announcements/create',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      text: writtenText(announcementTextLimit, fieldsText.announcementRequired, fieldsText.announcementLength),
      starts_at: momentInput.optional(),
      ends_at: momentInput.optional(),
    }),
    output: done,
    errors: [400, 429],
  },

  withdrawAnnouncement: {
    summary: 'Withdraw an announcement of now or one to come',
    path: 'POST announcements/withdraw',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, announcement_id: idInput }),
    output: done,
    errors: [400, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
