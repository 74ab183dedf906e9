import { stat } from 'node:fs/promises'
import type { Parsed } from '#contract/calls.ts'
import { fieldsText } from '#contract/fields.text.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { streetsFileOf } from '#server/map/archives/open-ground.ts'
import { refreshGround } from '#server/map/ground.actions.ts'
import type { Bounds } from '#server/map/ground.rules.ts'
import { insertLogEntry, serverEntry } from '#server/moderation/moderation-log.queries.ts'
import { findTown } from '#server/places/places.queries.ts'
import type { Config } from '#server/platform/config.ts'
import { createOutbound } from '#server/platform/outbound-requests.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findStreetsFetch, updateToFetching, updateToStopped, upsertPlan } from './streets.queries.ts'
import { boundsAround, parseBounds } from './streets.rules.ts'
import { streetsText } from './streets.text.ts'

/** Returns the streets that this server serves, and what has been asked for. */
export async function readStreets(context: Pick<AppContext, 'config' | 'db' | 'ground' | 'log'>) {
  const { config, db, ground } = context
  await refreshGround(context)
  const { file, isNamed } = streetsFileOf(config)
  const archive = ground.archives.get('streets')
  const [fetch, stored] = await Promise.all([findStreetsFetch(db), stat(file).catch(() => null)])
  return { isNamed, served: archive && stored ? { archive, stored } : null, fetch: fetch ?? null }
}
export type StreetsState = Awaited<ReturnType<typeof readStreets>>

function refuseNamed(config: Config): void {
  if (config.mapTiles !== undefined) throw new Refusal(409, streetsText.isNamed)
}

/** @returns null for none. Throws a Refusal 400 for an address that others than the operator may not choose. */
function readAddress(input: string, { publicUrl }: Config): string | null {
  if (input === '') return null
  const url = URL.parse(input)
  const isPublic = url !== null && url.username + url.password === '' && /^https?:$/.test(url.protocol)
  if (!isPublic || !createOutbound(publicUrl).isAllowed(url.href)) throw new Refusal(400, fieldsText.streetsAddress)
  return url.href
}

type Part = { town: string | null; km: number | null; bounds: Bounds }
type PlanInput = Omit<Parsed<'planMapStreets'>, 'user_id'>

async function readPart(db: Database, { town_id, km, bounds: text }: PlanInput): Promise<Part> {
  if (!town_id) {
    const bounds = parseBounds(text)
    if (!bounds) throw new Refusal(400, fieldsText.streetsBounds)
    return { town: null, km: null, bounds }
  }
  const town = await findTown(db, town_id)
  if (!town) throw notFound()
  return { town: town.name, km, bounds: boundsAround(town, km) }
}

/**
 * Asks for the size of the streets of a part of the world. Throws a Refusal 400, 404 (no such town) or 409 (the operator
 * names the file, or another request is worked on).
 */
export async function planStreets(
  { config, db, jobs }: Pick<AppContext, 'config' | 'db' | 'jobs'>,
  input: PlanInput,
): Promise<void> {
  refuseNamed(config)
  const address = readAddress(input.address, config)
  const { town, km, bounds } = await readPart(db, input)
  const [west, south, east, north] = bounds
  await inTransaction(db, async (trx) => {
    if (!(await upsertPlan(trx, { town, km, west, south, east, north, address })))
      throw new Refusal(409, streetsText.isRunning)
    await jobs.add(trx, 'fetchStreets', {})
  })
}

/** Fetches what was planned, or goes on. Throws a Refusal 409. */
export async function fetchStreets(
  { config, db, jobs }: Pick<AppContext, 'config' | 'db' | 'jobs'>,
  administratorId: number,
): Promise<void> {
  refuseNamed(config)
  await inTransaction(db, async (trx) => {
    const part = await updateToFetching(trx)
    if (!part) throw new Refusal(409, streetsText.nothingToFetch)
    const { town, west, south, east, north } = part
    await insertLogEntry(
      trx,
      administratorId,
      serverEntry('fetch_streets', town ?? [west, south, east, north].join(', ')),
    )
    await jobs.add(trx, 'fetchStreets', {})
  })
}

/** Throws a Refusal 409 if nothing is being planned or fetched. */
export async function stopStreets(db: Database): Promise<void> {
  if (!(await updateToStopped(db))) throw new Refusal(409, streetsText.nothingRuns)
}
