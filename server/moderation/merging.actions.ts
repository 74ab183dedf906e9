import type { Database } from '#server/database/connect.ts'
import { chordOfMetres } from '#server/platform/geography.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import {
  deletePlace,
  deletePlaceLinks,
  findHeir,
  lockPlacesToMerge,
  movePlaceContent,
} from '#server/places/merging.queries.ts'
import { moderationText } from './moderation.text.ts'

/** A removed place leaves what was posted at it to the nearest town, if that is not farther. */
const maxHeirMetres = 50_000

/** Towns are the frame of the directory: imports and addresses rely on them. */
const refuseTown = (kind: string) => {
  if (kind === 'town') throw new Refusal(403, moderationText.townsStay)
}

/**
 * Makes a place part of another, in the caller’s transaction. @returns their names. Throws a Refusal 400, 403 or 404.
 */
export async function mergePlace(
  trx: Database,
  placeId: number,
  intoId: number,
): Promise<{ name: string; into: string }> {
  if (placeId === intoId) throw new Refusal(400, moderationText.samePlace)
  const locked = await lockPlacesToMerge(trx, [placeId, intoId])
  const place = locked.find(({ id }) => id === placeId)
  const into = locked.find(({ id }) => id === intoId)
  if (!place || !into) throw notFound()
  refuseTown(place.kind)
  await movePlaceContent(trx, place, into)
  await deletePlace(trx, place, into)
  return { name: place.name, into: into.name }
}

/** Deletes a place; what was posted at it moves to the nearest town. Throws a Refusal 403, 404 or 409 (no town). */
export async function removePlace(trx: Database, placeId: number): Promise<void> {
  const heir = await findHeir(trx, placeId, chordOfMetres(maxHeirMetres))
  const locked = await lockPlacesToMerge(trx, [placeId, ...(heir?.town_id ? [heir.town_id] : [])])
  const place = locked.find(({ id }) => id === placeId)
  if (!heir || !place) throw notFound()
  refuseTown(place.kind)
  const town = locked.find(({ id }) => id === heir.town_id)
  if (heir.is_used && !town) throw new Refusal(409, moderationText.noHeir)
  await deletePlaceLinks(trx, place)
  if (town) await movePlaceContent(trx, place, town)
  await deletePlace(trx, place, null)
}
