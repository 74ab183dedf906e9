import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, idInput, optionalLine, timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { streetsAddressLimit, streetsKm } from './limits.ts'

/** In degrees. */
const bounds = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })

/** Why streets could not be planned or fetched. */
const streetsFailure = z.enum([
  /** Another process fetches into the same file. */
  'busy',
  /** The list of public builds cannot be read. */
  'builds',
  'disk_full',
  /** The process that fetched has ended. */
  'interrupted',
  /** The archive has nothing in the part. */
  'nothing_there',
  /** The archive is another one than when it was planned. */
  'replaced',
  'too_large',
  'unfit',
  'unreachable',
])
export type StreetsFailure = z.output<typeof streetsFailure>

const streetsFetchState = z.enum(['planning', 'planned', 'fetching', 'stopped', 'failed', 'done'])
export type StreetsFetchState = z.output<typeof streetsFetchState>

/** What an administrator has last asked for. */
const streetsFetch = z.object({
  state: streetsFetchState,
  /** The town; null for a part in degrees. */
  town: z.string().nullable(),
  /** To each side of the town. */
  km: z.number().nullable(),
  bounds,
  /** Of the archive; null until the newest public build is known. */
  address: z.string().nullable(),
  /** What is there of `total_bytes`. */
  bytes: z.int(),
  /** With `tiles`: null before it is planned. */
  total_bytes: z.int().nullable(),
  tiles: z.int().nullable(),
  failure: streetsFailure.nullable(),
  /** In the words of the operator's command, in English. */
  failure_detail: z.string().nullable(),
  /** No server works on it at the moment: one goes on within a minute. */
  is_waiting: z.boolean(),
})
export type StreetsFetch = z.output<typeof streetsFetch>

const mapStreets = z.object({
  /** Whether the operator names the file (MAP_TILES): then nothing can be fetched. */
  is_named: z.boolean(),
  /** The file of this server; null if it has none. */
  served: z
    .object({
      /** For which it was fetched, if that is known. */
      town: z.string().nullable(),
      bounds,
      bytes: z.int(),
      since: timestamp,
      attribution: z.string(),
    })
    .nullable(),
  /** Null before the first time. */
  fetch: streetsFetch.nullable(),
})
export type MapStreets = z.output<typeof mapStreets>

export const mapStreetsCalls = {
  getMapStreets: {
    summary: 'Which streets the map has, and what has been asked for',
    path: 'GET map/get_streets',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    isPolled: true,
    input: z.object({ user_id: actingUserId }),
    output: z.object({ success: z.literal(true), streets: mapStreets }),
  },

  planMapStreets: {
    summary: 'Find out how large the streets of a part of the world are: around a town, or within bounds',
    path: 'POST map/plan_streets',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      /** Without it `bounds` are required. */
      town_id: idInput.optional(),
      km: z.coerce
        .number<number>({ error: fieldsText.streetsKm })
        .min(streetsKm.smallest, { error: fieldsText.streetsKm })
        .max(streetsKm.largest, { error: fieldsText.streetsKm })
        .default(streetsKm.default),
      /** West, south, east and north: "12.4,43.9,12.8,44.2". */
      bounds: optionalLine(100, fieldsText.streetsBounds),
      /** Of a PMTiles archive; empty for the newest public build of Protomaps. */
      address: optionalLine(streetsAddressLimit, fieldsText.streetsAddress),
    }),
    output: done,
    errors: [400, 404, 409, 429],
  },

  fetchMapStreets: {
    summary: 'Fetch the streets that were planned, or go on after a stop or a failure',
    path: 'POST map/fetch_streets',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId }),
    output: done,
    errors: [409, 429],
  },

  stopMapStreets: {
    summary: 'Stop planning or fetching streets; what has been fetched is kept',
    path: 'POST map/stop_streets',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId }),
    output: done,
    errors: [409, 429],
  },
} as const satisfies Record<string, Endpoint>
