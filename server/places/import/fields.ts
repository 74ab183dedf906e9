import { kindOfWord } from './kinds.ts'

/**
 * The names under which programs write a field of a place, in columns and in properties, ours first. "name:it" comes
 * before all: it is the Italian name of what has several.
 */
const namesByField = {
  name: ['name_it', 'name', 'nome', 'denominazione', 'denominaz', 'nome_it', 'titolo', 'title', 'insegna', 'toponimo'],
  latitude: ['latitude', 'lat', 'latitudine', 'lat_y_4326', 'lat_wgs84', 'wgs84_lat', 'lat_y', 'coord_y', 'y'],
  longitude: [
    'longitude',
    'lon',
    'lng',
    'long',
    'longitudine',
    'long_x_4326',
    'lon_wgs84',
    'long_wgs84',
    'wgs84_lon',
    'long_x',
    'coord_x',
    'x',
  ],
  osmId: ['@id'],
  id: ['id', 'source_id', 'fid'],
  kind: ['kind', 'type', 'tipo', 'category', 'categoria', 'tipologia'],
  town: ['town', 'city', 'citta', 'comune', 'nome_comune', 'municipality'],
  province: ['province', 'provincia', 'prov', 'sigla_provincia'],
  licence: ['licence', 'license', 'licenza'],
  population: ['population', 'popolazione', 'pop', 'abitanti'],
  geonameId: ['geonameid'],
  alternateNames: ['alternatenames', 'altnames'],
  featureClass: ['feature_class', 'fclass'],
  featureCode: ['feature_code', 'fcode'],
  admin2Code: ['admin2_code'],
} as const satisfies Record<string, string[]>

export type Field = keyof typeof namesByField
const fields = Object.keys(namesByField) as Field[]

/** Returns the first text of a field that is filled and right; ours before others. */
export type FieldReader = (field: Field, isRight?: (text: string) => boolean) => string | undefined

/** Compares names whatever their case, accents and separators: "Città", "NAME:IT", "Feature Class". */
const fieldName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/[\s:._-]+/g, '_')

/** Finds the fields among the names of columns or properties, once for all rows that have them. */
export function findFields(names: readonly string[]): Record<Field, number[]> {
  const written = names.map(fieldName)
  const indexesOf = (known: readonly string[]) =>
    known.flatMap((name) => written.flatMap((other, index) => (other === name ? [index] : [])))
  return Object.fromEntries(fields.map((field) => [field, indexesOf(namesByField[field])])) as Record<Field, number[]>
}

/** Reads the fields of one row or feature. */
export const createFieldReader =
  (indexes: Record<Field, number[]>, values: readonly (string | undefined)[]): FieldReader =>
  (field, isRight = () => true) => {
    for (const index of indexes[field]) {
      const text = values[index]?.trim()
      if (text && isRight(text)) return text
    }
    return undefined
  }

const hasLetter = (text: string): boolean => /\p{L}/u.test(text)

/** A decimal comma, "45,46", is of Italian spreadsheets. @returns NaN for what is no number. */
const parseNumber = (text: string | undefined): number =>
  text === undefined ? NaN : Number(text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2'))

const degreesOf = (read: FieldReader, field: 'latitude' | 'longitude', limit: number): number =>
  parseNumber(read(field, (text) => Math.abs(parseNumber(text)) <= limit) ?? read(field))

/** The position in degrees; NaN where there is none, and what is written where it is no degrees. */
export const positionOfFields = (read: FieldReader): { latitude: number; longitude: number } => ({
  latitude: degreesOf(read, 'latitude', 90),
  longitude: degreesOf(read, 'longitude', 180),
})

/** Our kind, where one of the fields names one. */
export const kindOfFields = (read: FieldReader): string =>
  kindOfWord(read('kind', (word) => kindOfWord(word) !== kindOfWord(undefined)))

/** What stands beside name, id and position. A code is no name of a town or province. */
export const detailsOfFields = (read: FieldReader) => ({
  town: read('town', hasLetter) ?? null,
  province: read('province', hasLetter) ?? null,
  population: parseNumber(read('population')),
})
