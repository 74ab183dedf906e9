import type { StreetsFailure, StreetsFetchState } from '#contract/map-streets.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

type BoundsColumns = { west: number; south: number; east: number; north: number }

/** A server works on it, unless the process was killed. */
const isWorkedOnSql = `(seen_at IS NOT NULL AND seen_at > now() - interval '15 seconds')`
const isRunningSql = `state IN ('planning', 'fetching')`

export type StreetsFetchRow = BoundsColumns & {
  state: StreetsFetchState
  town: string | null
  km: number | null
  address: string | null
  bytes: number
  total_bytes: number | null
  tiles: number | null
  failure: StreetsFailure | null
  failure_detail: string | null
  is_waiting: boolean
}

/** What an administrator has last asked for. */
export const findStreetsFetch = statement<StreetsFetchRow, []>(`
  SELECT state, town, km, west, south, east, north, address, bytes, total_bytes, tiles, failure, failure_detail,
    ${isRunningSql} AND NOT ${isWorkedOnSql} AS is_waiting
  FROM map_streets_fetch`).first

export type NewStreetsPlan = BoundsColumns & { town: string | null; km: number | null; address: string | null }

/** Asks for a plan, in place of what was asked for before. @returns no row while a server works on that. */
const upsertPlanRow = statement<{ state: StreetsFetchState }, NewStreetsPlan>(
  `
  INSERT INTO map_streets_fetch AS asked (state, town, km, west, south, east, north, address)
  VALUES ('planning', $1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (is_only) DO UPDATE SET state = 'planning', town = $1, km = $2, west = $3, south = $4, east = $5,
    north = $6, address = $7, bytes = 0, total_bytes = NULL, tiles = NULL, failure = NULL, failure_detail = NULL,
    worker = NULL, seen_at = NULL
  WHERE NOT (asked.${isRunningSql})
  RETURNING state`,
  ['town', 'km', 'west', 'south', 'east', 'north', 'address'],
)
export const upsertPlan = async (trx: Database, plan: NewStreetsPlan): Promise<boolean> =>
  (await upsertPlanRow.first(trx, plan)) !== undefined

/** Asks for what was planned. @returns where it is; undefined if nothing is planned, or it is being fetched. */
export const updateToFetching = statement<BoundsColumns & { town: string | null }, []>(`
  UPDATE map_streets_fetch SET state = 'fetching', failure = NULL, failure_detail = NULL, worker = NULL, seen_at = NULL
  WHERE total_bytes IS NOT NULL AND state IN ('planned', 'stopped', 'failed')
  RETURNING west, south, east, north, town`).first

/** @returns undefined if nothing runs. */
export const updateToStopped = statement<{ state: StreetsFetchState }, []>(`
  UPDATE map_streets_fetch SET state = 'stopped', worker = NULL, seen_at = NULL WHERE ${isRunningSql}
  RETURNING state`).first

export type StreetsTaskRow = BoundsColumns & {
  state: StreetsFetchState
  town: string | null
  address: string | null
}

/** Takes what has been asked for, unless another server works on it. */
export const claimStreetsFetch = statement<StreetsTaskRow, [worker: string]>(`
  UPDATE map_streets_fetch SET worker = $1, seen_at = now() WHERE ${isRunningSql} AND NOT ${isWorkedOnSql}
  RETURNING state, town, west, south, east, north, address`).first

export type StreetsProgress = {
  worker: string
  /** Null, like the others, before it is known. */
  address: string | null
  bytes: number | null
  totalBytes: number | null
  tiles: number | null
}

/** Notes how far a server has come. @returns undefined if it should stop. */
export const updateProgress = statement<{ state: StreetsFetchState }, StreetsProgress>(
  `
  UPDATE map_streets_fetch SET seen_at = now(), address = COALESCE($2, address),
    bytes = COALESCE($3, bytes), total_bytes = COALESCE($4, total_bytes), tiles = COALESCE($5, tiles)
  WHERE worker = $1 RETURNING state`,
  ['worker', 'address', 'bytes', 'totalBytes', 'tiles'],
).first

/** Notes that a server has planned, or fetched all. */
export const completeStreetsFetch = statement<never, [worker: string]>(`
  UPDATE map_streets_fetch SET state = CASE state WHEN 'planning' THEN 'planned' ELSE 'done' END, worker = NULL,
    seen_at = NULL
  WHERE worker = $1`)

export const failStreetsFetch = statement<never, [worker: string, failure: StreetsFailure, detail: string]>(`
  UPDATE map_streets_fetch SET state = 'failed', failure = $2, failure_detail = $3, worker = NULL, seen_at = NULL
  WHERE worker = $1`)

/** Leaves it to the next server. */
export const releaseStreetsFetch = statement<never, [worker: string]>(
  'UPDATE map_streets_fetch SET worker = NULL, seen_at = NULL WHERE worker = $1',
)
