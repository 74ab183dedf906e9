import { distanceMetres, earthRadiusMetres, type Point } from '#server/platform/geography.ts'

/** Closer than this, two places of one name are one. */
export const sameNearby = 150

/** As high as such a circle's radius, in degrees: who is near lies in the same band or in a neighbour of it. */
export const bandInDegrees = (sameNearby / earthRadiusMetres) * (180 / Math.PI)

export type Namesake = Point & { at: number; search_name: string; settlement: boolean }

/** A place that is the same as one that came before it. */
export type Duplicate = { at: number; leader: number }

/**
 * Tells which places are the same as an earlier one, fed with all of one name after another. Those that lead lie apart,
 * so that a place is compared with a few however many share its name.
 */
export function createDuplicateFinder(): (place: Namesake) => Duplicate | null {
  let name: string | null = null
  let leaders = new Map<number, Namesake[]>()
  return (place) => {
    if (place.search_name !== name) [name, leaders] = [place.search_name, new Map()]
    const band = Math.floor(place.latitude / bandInDegrees)
    const near = [band - 1, band, band + 1].flatMap((number) => leaders.get(number) ?? [])
    const leader = near.find(
      (other) => other.settlement === place.settlement && distanceMetres(other, place) <= sameNearby,
    )
    if (leader) return { at: place.at, leader: leader.at }
    leaders.set(band, [...(leaders.get(band) ?? []), place])
    return null
  }
}
