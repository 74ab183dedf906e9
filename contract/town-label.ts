/** The comune of a place, null for a comune itself; and the letters of its province. */
export type TownAndProvince = { town: string | null; province: string | null }

/** Tells places of the same name apart: "Milano (MI)" for a place in a town, "(MI)" for a town. */
export function townLabel({ town, province }: TownAndProvince): string | null {
  if (town === null) return province && `(${province})`
  return province ? `${town} (${province})` : town
}

/** A place in one line: "Duomo<separator>Milano (MI)", and a town "Milano (MI)". */
export function placeLine({ name, ...place }: { name: string } & TownAndProvince, separator: ', ' | ' · '): string {
  const label = townLabel(place)
  return label === null ? name : `${name}${place.town === null ? ' ' : separator}${label}`
}
