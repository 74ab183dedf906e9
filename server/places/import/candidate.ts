import { searchName, type SourcePlace } from '#server/places/places.rules.ts'

/** A place as a file describes it, not validated. */
export type Candidate = {
  source: string
  sourceId: string
  licence: string
  name: string
  kind: string
  /** NaN if the file has no number. */
  latitude: number
  longitude: number
  town?: string | null
  province?: string | null
  population?: number
}

const maxNameLength = 120
const maxKeyLength = 200
const maxPopulation = 2_000_000_000

/** Puts text on one line and removes invisible characters. */
const cleanText = (text: string, maxLength: number): string =>
  [
    ...text
      .toWellFormed()
      .normalize('NFC')
      .replace(/\s+/gu, ' ')
      .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/gu, '')
      .trim(),
  ]
    .slice(0, maxLength)
    .join('')
    .trim()

const cleanOrNull = (text: string | null | undefined): string | null => (text && cleanText(text, maxNameLength)) || null

/** Cleans a place for the directory. @returns null if it has no searchable name or no position on Earth. */
export function usablePlace(candidate: Candidate): SourcePlace | null {
  const { kind, latitude, longitude, population = 0 } = candidate
  const name = cleanText(candidate.name, maxNameLength)
  const sourceId = cleanText(candidate.sourceId, maxKeyLength)
  if (!searchName(name) || !sourceId || !isOnEarth(latitude, longitude)) return null
  return {
    source: cleanText(candidate.source, maxKeyLength),
    sourceId,
    licence: cleanText(candidate.licence, maxKeyLength),
    name,
    kind,
    latitude,
    longitude,
    town: cleanOrNull(candidate.town),
    province: cleanOrNull(candidate.province),
    population: Number.isFinite(population) ? Math.max(0, Math.min(maxPopulation, Math.round(population))) : 0,
  }
}

/** Programs write 0,0 for an unknown position. */
const isOnEarth = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
