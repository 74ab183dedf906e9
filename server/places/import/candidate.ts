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

/**
 * Why something in a file is not loaded: it is no feature or element of its format, has no searchable name, is of a kind
 * that nobody posts at (a street, a town that is shipped), has no position or one in other units than degrees, or has the
 * id of an earlier one.
 */
export const skipReasons = ['malformed', 'unnamed', 'notAPlace', 'noPosition', 'notDegrees', 'repeated'] as const
export type SkipReason = (typeof skipReasons)[number]
export type SkipCounts = Partial<Record<SkipReason, number>>

export function countSkipped(counts: SkipCounts, reason: SkipReason, count: number): void {
  if (count > 0) counts[reason] = (counts[reason] ?? 0) + count
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

/** Cleans a place for the directory. @returns why not, if it cannot be loaded. */
export function usablePlace(candidate: Candidate): SourcePlace | SkipReason {
  const { kind, latitude, longitude, population = 0 } = candidate
  const name = cleanText(candidate.name, maxNameLength)
  const sourceId = cleanText(candidate.sourceId, maxKeyLength)
  if (!searchName(name)) return 'unnamed'
  if (!isPosition(latitude, longitude)) return 'noPosition'
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return 'notDegrees'
  if (!sourceId) return 'malformed'
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
const isPosition = (latitude: number, longitude: number): boolean =>
  Number.isFinite(latitude) && Number.isFinite(longitude) && (latitude !== 0 || longitude !== 0)
