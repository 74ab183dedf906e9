import { type Landmark, readLandmarks } from './landmarks.ts'
import { type Town, readTowns } from './towns.ts'

/** A shipped place. Source and source id let a second import update it instead of duplicating it. */
export type DirectoryPlace = {
  source: 'geonames' | 'dintorni'
  sourceId: string
  licence: string
  name: string
  /** The comune of a landmark or village; null for a comune itself. */
  town: string | null
  province: string
  kind: string
  latitude: number
  longitude: number
  population: number
}

export const readDirectory = (): DirectoryPlace[] => [
  ...readTowns().map(fromTown),
  ...readLandmarks().map(fromLandmark),
]

const fromTown = (place: Town): DirectoryPlace => {
  const { name, town, province, kind, latitude, longitude, population } = place
  const sourced = { source: 'geonames', sourceId: place.geonamesId, licence: 'CC-BY-4.0' } as const
  return { ...sourced, name, town, province, kind, latitude, longitude, population }
}

const fromLandmark = ({ id, ...landmark }: Landmark): DirectoryPlace => ({
  source: 'dintorni',
  sourceId: id,
  licence: 'AGPL-3.0-or-later',
  ...landmark,
  population: 0,
})
