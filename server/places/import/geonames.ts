import type { Candidate, SkipReason } from './candidate.ts'
import { italianName } from './italian-name.ts'
import { kindOfFeature } from './kinds.ts'

/** A row of a delimited file, by column name. */
export type DelimitedRow = Record<string, string | undefined>

/** The columns of the published dumps, which have no header. */
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

/** Towns, which are shipped, regions and rivers are no places to post at. */
export function placeOfGeonames(row: DelimitedRow): Candidate | SkipReason {
  const kind = kindOfFeature(row['feature class'] ?? '', row['feature code'] ?? '')
  if (!row.geonameid) return 'malformed'
  if (kind === null) return 'notAPlace'
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
