import { cellsAt } from '#server/platform/geography.ts'

/** What tells same-named places apart: "Milano (MI)" for a place in a town, "(MI)" for a town. */
export function townLabel(town: string | null, province: string | null): string | null {
  if (town === null) return province && `(${province})`
  return province ? `${town} (${province})` : town
}

/** As a person types it: lower case, no accents, one space between words. */
export const searchName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A place as a source names it: the shipped directory, or a file that is imported. */
export type SourcePlace = {
  source: string
  /** What the source calls it, always the same: a second reading updates instead of doubling. */
  sourceId: string
  licence: string
  name: string
  /** The comune it lies in; null for a comune itself, and where the source does not say. */
  town: string | null
  province: string | null
  kind: string
  latitude: number
  longitude: number
  population: number
}

export type NewPlace = {
  name: string
  search_name: string
  town: string | null
  province: string | null
  kind: string
  latitude: number
  longitude: number
  population: number
  c4: string
  c5: string
  source: string
  source_id: string
  licence: string
}

export function newPlace(place: SourcePlace): NewPlace {
  const { name, town, province, kind, latitude, longitude, population, source, sourceId, licence } = place
  return {
    name,
    search_name: searchName(name),
    town,
    province,
    kind,
    latitude,
    longitude,
    population,
    ...cellsAt({ latitude, longitude }),
    source,
    source_id: sourceId,
    licence,
  }
}
