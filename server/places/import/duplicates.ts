import { distanceMetres, earthRadiusMetres, type Point } from '#server/platform/geography.ts'

/** Two places with the same name that are closer than this are the same place. */
export const maxDuplicateMetres = 150

/** The same distance in degrees of latitude: duplicates lie in the same or in adjacent bands of this height. */
export const bandDegrees = (maxDuplicateMetres / earthRadiusMetres) * (180 / Math.PI)

export type StagedPlace = Point & { position: number; search_name: string; is_settlement: boolean }

/** `original`: position of the earlier place that it duplicates. */
export type Duplicate = { position: number; original: number }

/**
 * Creates a function that finds duplicates. It takes the places grouped by name, and returns which earlier place a
 * place duplicates, if any. Originals are at least `maxDuplicateMetres` apart, so each place is compared with few
 * others, however many share its name.
 */
export function createDuplicateFinder(): (place: StagedPlace) => Duplicate | null {
  let name: string | null = null
  let originalsByBand = new Map<number, StagedPlace[]>()
  return (place) => {
    if (place.search_name !== name) {
      name = place.search_name
      originalsByBand = new Map()
    }
    const band = Math.floor(place.latitude / bandDegrees)
    const nearby = [band - 1, band, band + 1].flatMap((adjacent) => originalsByBand.get(adjacent) ?? [])
    const original = nearby.find(
      (other) => other.is_settlement === place.is_settlement && distanceMetres(other, place) <= maxDuplicateMetres,
    )
    if (original) return { position: place.position, original: original.position }
    originalsByBand.set(band, [...(originalsByBand.get(band) ?? []), place])
    return null
  }
}
