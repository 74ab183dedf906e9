import { fieldsText } from '#contract/fields.text.ts'
import type { Parsed } from '#contract/calls.ts'
import type { AppContext } from '#server/app-context.ts'
import { lockAccount } from '#server/auth/auth.queries.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { readPoint } from '#server/platform/geography.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findSimilarPlaces, findTownAround, insertAddedPlace } from './added.queries.ts'
import { findPlace, type PlaceRow } from './places.queries.ts'
import { newPlace, pointOfPlace, searchName } from './places.rules.ts'

type Input = Pick<Parsed<'addPlace'>, 'name' | 'kind' | 'latitude' | 'longitude' | 'is_new'>

/**
 * Adds a place, unless one that is near and has a similar name may be the same; the caller can state that it is not.
 * @returns the new place, or the similar ones. Throws a Refusal 400 (no point) or 429 (too many today).
 */
export function addPlace(
  { db, quotas }: Pick<AppContext, 'db' | 'quotas'>,
  viewerId: number,
  { name, kind, latitude, longitude, is_new }: Input,
): Promise<{ place: PlaceRow | null; similar: PlaceRow[] }> {
  const at = readPoint(latitude, longitude)
  if (!at) throw new Refusal(400, fieldsText.placePoint)
  const point = pointOfPlace(at)
  return inTransaction(db, async (trx) => {
    // A second press waits here, and then finds the place of the first one.
    if (!(await lockAccount(trx, viewerId))) throw notFound()
    const similar = await findSimilarPlaces(trx, point.latitude, point.longitude, searchName(name))
    if (similar.length > 0 && !is_new) return { place: null, similar }
    const town = await findTownAround(trx, point.latitude, point.longitude)
    const id = await insertAddedPlace(
      trx,
      viewerId,
      newPlace({
        ...point,
        name,
        kind,
        town: town?.name ?? null,
        province: town?.province ?? null,
        population: 0,
        source: 'people',
        sourceId: '',
        licence: 'CC0-1.0',
      }),
    )
    await quotas.countPlace(trx, viewerId)
    return { place: (await findPlace(trx, viewerId, id)) ?? null, similar: [] }
  })
}
