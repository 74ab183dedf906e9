import { searchName, type SourcePlace } from '#server/places/places.rules.ts'

/** What a file says of a place, before anybody has looked whether it can be used. */
export type Candidate = {
  source: string
  sourceId: string
  licence: string
  name: string
  kind: string
  /** NaN where the file gives no number. */
  latitude: number
  longitude: number
  town?: string | null
  province?: string | null
  population?: number
}

const longestName = 120
const longestKey = 200
const largestPopulation = 2_000_000_000

/** On one line, without what cannot be seen. */
const clean = (text: string, longest: number): string =>
  [
    ...text
      .toWellFormed()
      .normalize('NFC')
      .replace(/\s+/gu, ' ')
      .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/gu, '')
      .trim(),
  ]
    .slice(0, longest)
    .join('')
    .trim()

const cleanOrNull = (text: string | null | undefined): string | null => (text && clean(text, longestName)) || null

/** @returns the place as the directory takes it; null without a name that can be searched, or a position on Earth. */
export function usablePlace(candidate: Candidate): SourcePlace | null {
  const { kind, latitude, longitude, population = 0 } = candidate
  const name = clean(candidate.name, longestName)
  const sourceId = clean(candidate.sourceId, longestKey)
  if (!searchName(name) || !sourceId || !isOnEarth(latitude, longitude)) return null
  return {
    source: clean(candidate.source, longestKey),
    sourceId,
    licence: clean(candidate.licence, longestKey),
    name,
    kind,
    latitude,
    longitude,
    town: cleanOrNull(candidate.town),
    province: cleanOrNull(candidate.province),
    population: Number.isFinite(population) ? Math.max(0, Math.min(largestPopulation, Math.round(population))) : 0,
  }
}

/** 0,0 is what programs write that do not know. */
const isOnEarth = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
