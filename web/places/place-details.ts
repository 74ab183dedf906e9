import type { TownAndProvince } from '#contract/town-label.ts'
import { formatDistance } from '#web/ui/ui.text.ts'
import { placeKindsText } from './place-kinds.text.ts'

/** Farther away, the distance alone does not tell where a place is. */
const farMetres = 50_000

/** The places of a list, by their names. */
export type PlacesOfList = readonly { name: string }[]

type RowOfPlace = {
  /** Null without a position. */
  metres: number | null
  among: PlacesOfList
}

/**
 * What a row says below the name of a place. The distance tells where it is: the town stands there too only if the place
 * is far away, and with its province if there is no distance or a namesake.
 */
export function placeDetails(
  { name, kind, town, province }: { name: string; kind?: string } & TownAndProvince,
  { metres, among }: RowOfPlace,
): { what: string; distance: string } {
  const isWhole = metres === null || among.filter((other) => other.name === name).length > 1
  const isFar = metres !== null && metres > farMetres
  return {
    what: placeKindsText.kindAndTown(kind, {
      town: isWhole || isFar ? town : null,
      province: isWhole ? province : null,
    }),
    distance: metres === null ? '' : formatDistance(metres),
  }
}
