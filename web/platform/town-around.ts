import type { TownAndProvince } from '#contract/town-label.ts'
import { distanceInMetres, type Position } from './geolocation.ts'

/** A place farther away does not reveal the name of the town. */
const townMetres = 5000

type PlaceInTown = Position & TownAndProvince & { name: string }

/** Returns the town of the nearest place; null when none is near. */
export function townAround(position: Position, places: readonly PlaceInTown[]): string | null {
  const [nearest] = places.toSorted((one, other) => distanceInMetres(position, one) - distanceInMetres(position, other))
  if (!nearest || distanceInMetres(position, nearest) > townMetres) return null
  // A town has its province only.
  return nearest.town ?? (nearest.province && nearest.name)
}
