import { placeKindNames } from '#contract/place-kind-names.ts'
import { placeLine, townLabel, type TownAndProvince } from '#contract/town-label.ts'

export const placeKindsText = {
  /** "Museo · Milano (MI)"; of a town, whose own label is its province: "Città (NA)". Empty if nothing is known. */
  kindAndTown(kind: string | undefined, { town, province }: TownAndProvince): string {
    const name = kind && placeKindNames[kind]
    return name ? placeLine({ name, town, province }, ' · ') : (townLabel({ town, province }) ?? '')
  },
} as const
