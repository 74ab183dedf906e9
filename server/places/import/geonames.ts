import type { Candidate } from './candidate.ts'
import type { Row } from './row.ts'
import { italianName } from './italian-name.ts'
import { kindOfFeature } from './kinds.ts'

/** As GeoNames publishes its dumps, which have no line of names. */
export const geonamesColumns = [
  'geonameid',
  'name',
  'asciiname',
  'alternatenames',
  'latitude',
  'longitude',
  'feature class',
  'feature code',
  'country code',
  'cc2',
  'admin1 code',
  'admin2 code',
  'admin3 code',
  'admin4 code',
  'population',
  'elevation',
  'dem',
  'timezone',
  'modification date',
]

/** @returns null for what is no place to post at: towns, which are shipped, regions, rivers. */
export function placeOfGeonames(row: Row): Candidate | null {
  const kind = kindOfFeature(row['feature class'] ?? '', row['feature code'] ?? '')
  if (kind === null || !row.geonameid) return null
  const province = row.province ?? row['admin2 code'] ?? ''
  return {
    source: 'geonames',
    sourceId: row.geonameid,
    licence: 'CC-BY-4.0',
    name: italianName(row.name ?? '', (row.alternatenames ?? '').split(/[,|]/).filter(Boolean)),
    kind,
    latitude: Number(row.latitude || NaN),
    longitude: Number(row.longitude || NaN),
    province: /^[A-Z]{2}$/.test(province) ? province : null,
    population: Number(row.population) || 0,
  }
}
