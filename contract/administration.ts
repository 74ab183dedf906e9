import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, timestamp } from './fields.ts'

/** A day in UTC; the last one is not over. Sizes are those of its last hour. */
const dayFigures = z.object({
  /** `2026-11-26` */
  day: z.string(),
  new_people: z.int(),
  new_posts: z.int(),
  active_people: z.int(),
  open_reports: z.int(),
  database_bytes: z.int(),
})
export type DayFigures = z.output<typeof dayFigures>

/** One of the last 24 hours. */
const hourFigures = z.object({ hour: timestamp, errors: z.int(), waiting_jobs: z.int() })

const overview = z.object({
  /** With the commit that was built, if it is known: `0.1.0 (c278289)`. */
  version: z.string(),
  /** Counted every hour; null before the first time. */
  counted: z
    .object({
      at: timestamp,
      people: z.int(),
      /** How many people had used the app in the two days before. */
      active_people: z.int(),
      posts: z.int(),
      pictures: z.int(),
    })
    .nullable(),
  database_bytes: z.int(),
  /** The file system that holds the data of the server that answers. */
  disk: z.object({ free_bytes: z.int(), total_bytes: z.int() }),
  jobs: z.object({ waiting: z.int(), failed: z.int(), oldest_age_s: z.number() }),
  /** Up to the limit to which they are counted. */
  open_reports: z.int(),
  /** At most 30, oldest first. */
  days: z.array(dayFigures),
  /** At most 24, oldest first. */
  hours: z.array(hourFigures),
  /** The most frequent of the last day: a route or a kind of job, from the code. */
  errors: z.array(z.object({ name: z.string(), count: z.int() })),
  backup: z.object({
    /** Whether the server takes backups by itself (BACKUP_DIR): only then one can be asked for. */
    is_scheduled: z.boolean(),
    /** Requested, and not begun yet. */
    is_requested: z.boolean(),
    /** Whether one is being taken, also by hand. */
    is_running: z.boolean(),
    /** When the last one was complete. */
    last_at: timestamp.nullable(),
    last_bytes: z.int().nullable(),
    /** Why the attempt after it came to nothing. */
    failure: z.string().nullable(),
  }),
})
export type Overview = z.output<typeof overview>

export const administrationCalls = {
  getOverview: {
    summary: 'How the server is: people, posts, storage, jobs, reports, errors and backups, with their last days',
    path: 'GET administration/get_overview',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId }),
    output: z.object({ success: z.literal(true), overview }),
  },

  requestBackup: {
    summary: 'Ask the server for a backup; it begins within a minute',
    path: 'POST administration/request_backup',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId }),
    output: done,
    errors: [409, 429],
  },
} as const satisfies Record<string, Endpoint>
