import type { Candidate, SkipReason } from './candidate.ts'
import { detailsOfFields, type FieldReader, positionOfFields } from './fields.ts'
import { italianName } from './italian-name.ts'
import { kindOfFeature } from './kinds.ts'

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
export function placeOfGeonames(read: FieldReader): Candidate | SkipReason {
  const kind = kindOfFeature(read('featureClass') ?? '', read('featureCode') ?? '')
  const sourceId = read('geonameId')
  if (!sourceId) return 'malformed'
  if (kind === null) return 'notAPlace'
  const { population } = detailsOfFields(read)
  const province = read('province') ?? read('admin2Code') ?? ''
  return {
    source: 'geonames',
    sourceId,
    licence: 'CC-BY-4.0',
    name: italianName(read('name') ?? '', (read('alternateNames') ?? '').split(/[,|]/).filter(Boolean)),
    kind,
    ...positionOfFields(read),
    province: /^[A-Z]{2}$/.test(province) ? province : null,
    population,
  }
}
