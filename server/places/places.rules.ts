import { cellsAt, type Point } from '#server/platform/geography.ts'

/** A name as it is searched: lower case, without accents, words separated by one space. */
export const searchName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // Apostrophes that Unicode calls letters.
    .replace(/[\u02b9-\u02bf]/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The point of a place that somebody adds: to about ten metres, whatever the device measures. */
export const pointOfPlace = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(4)),
  longitude: Number(longitude.toFixed(4)),
})

/** A place of a source: the shipped directory or an imported file. */
export type SourcePlace = {
  source: string
  /** The source's stable id: a second import updates the place instead of duplicating it. */
  sourceId: string
  licence: string
  name: string
  /** The comune it lies in; null for a comune itself and where the source does not say. */
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
