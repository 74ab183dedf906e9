import { CsvError, parse } from 'csv-parse'
import type { Candidate } from './candidate.ts'
import { idOf } from './geojson.ts'
import { geonamesColumns, placeOfGeonames } from './geonames.ts'
import { kindNamed } from './kinds.ts'
import type { Origin, Reader } from './reader.ts'
import type { Row } from './row.ts'
import { readChunks, type SourceFile, UnreadableFile } from './source-file.ts'

/** What columns are called by others, and here. */
const aliases: Record<string, string> = {
  lat: 'latitude',
  latitudine: 'latitude',
  y: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  long: 'longitude',
  longitudine: 'longitude',
  x: 'longitude',
  nome: 'name',
  denominazione: 'name',
  name_it: 'name:it',
  citta: 'town',
  città: 'town',
  city: 'town',
  comune: 'town',
  provincia: 'province',
  prov: 'province',
  tipo: 'kind',
  type: 'kind',
  categoria: 'kind',
  category: 'kind',
  license: 'licence',
  licenza: 'licence',
  popolazione: 'population',
  pop: 'population',
  source_id: 'id',
  fid: 'id',
  altnames: 'alternatenames',
  fclass: 'feature class',
  feature_class: 'feature class',
  fcode: 'feature code',
  feature_code: 'feature code',
}

const longestLine = 1024 * 1024

/**
 * CSV with a line of column names, by comma, semicolon or tab; or GeoNames, with such a line or as it is published
 * without.
 */
export const readDelimited: Reader = async function* (file, origin, onProgress) {
  const first = await firstLine(file)
  const delimiter = ['\t', ';', ','].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','
  const columns = columnsOf(first, delimiter)
  const published = columns === geonamesColumns
  const rows = parse({
    delimiter,
    bom: true,
    columns,
    from_line: published ? 1 : 2,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
    // A quotation mark means something in CSV; between tabs it is a letter.
    quote: delimiter === '\t' ? null : '"',
  })
  const chunks = readChunks(file, (bytes) => onProgress(bytes / file.size))
  const toPlace = columns.includes('geonameid') ? placeOfGeonames : (row: Row) => placeOfRow(row, origin)
  try {
    for await (const row of chunksThrough(chunks, rows)) {
      const place = toPlace(row)
      if (place) yield place
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(`is damaged: ${error.message}`) : error
  }
}

async function firstLine(file: SourceFile): Promise<string> {
  let start = ''
  for await (const chunk of readChunks(file)) {
    start += chunk.toString('utf8')
    if (start.includes('\n') || start.length > longestLine) break
  }
  return start.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? ''
}

function columnsOf(first: string, delimiter: string): string[] {
  const fields = first.split(delimiter).map((field) => field.replace(/^"(.*)"$/, '$1').trim())
  if (fields.length === geonamesColumns.length && /^\d+$/.test(fields[0] ?? '') && /^[A-Z]?$/.test(fields[6] ?? ''))
    return geonamesColumns
  const columns = fields.map((field) => field.toLowerCase()).map((field) => aliases[field] ?? field)
  const missing = ['name', 'latitude', 'longitude'].filter((column) => !columns.includes(column))
  if (missing.length > 0)
    throw new UnreadableFile(
      `is text whose first line names no column ${missing.join(', ')}, and is not GeoNames either`,
    )
  return columns
}

async function* chunksThrough(chunks: AsyncIterable<Buffer>, rows: ReturnType<typeof parse>): AsyncGenerator<Row> {
  const { Readable } = await import('node:stream')
  const input = Readable.from(chunks)
  input.once('error', (error) => rows.destroy(error))
  for await (const row of input.pipe(rows)) yield row as Row
}

/** "45,46" is what an Italian spreadsheet writes. */
const number = (text: string | undefined): number =>
  text?.trim() ? Number(text.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2')) : NaN

function placeOfRow(row: Row, origin: Origin): Candidate {
  const name = row['name:it'] || row.name || ''
  const position = { latitude: number(row.latitude), longitude: number(row.longitude) }
  return {
    source: origin.source,
    sourceId: row.id || idOf(name, position),
    licence: row.licence || origin.licence,
    name,
    kind: kindNamed(row.kind),
    ...position,
    town: row.town ?? null,
    province: row.province ?? null,
    population: number(row.population),
  }
}
