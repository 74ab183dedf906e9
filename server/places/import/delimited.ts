import { CsvError, parse } from 'csv-parse'
import type { Candidate } from './candidate.ts'
import { derivedIdOf } from './geojson.ts'
import { type DelimitedRow, geonamesColumns, placeOfGeonames } from './geonames.ts'
import { kindOfWord } from './kinds.ts'
import type { Origin, Reader } from './reader.ts'
import { detectEncoding, type Encoding, readText, type SourceFile, UnreadableFile } from './source-file.ts'

/** Column names of other programs, and ours. */
const columnAliases: Record<string, string> = {
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

const maxLineLength = 1024 * 1024

/** Reads CSV with a header, separated by comma, semicolon or tab; and GeoNames, which is published without a header. */
export const readDelimited: Reader = async function* (file, origin, onProgress) {
  const encoding = await detectEncoding(file)
  const header = await readFirstLine(file, encoding)
  const delimiter = ['\t', ';', ','].toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
  const columns = columnsOf(header, delimiter)
  const hasHeader = columns !== geonamesColumns
  const rows = parse({
    delimiter,
    columns,
    from_line: hasHeader ? 2 : 1,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxLineLength,
    // Tab-separated files do not quote.
    quote: delimiter === '\t' ? null : '"',
  })
  const text = readText(file, encoding, (bytes) => onProgress(bytes / file.size))
  const candidateOf = columns.includes('geonameid') ? placeOfGeonames : (row: DelimitedRow) => placeOfRow(row, origin)
  try {
    for await (const row of parseRows(text, rows)) {
      yield candidateOf(row)
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(`is damaged: ${error.message}`) : error
  }
}

async function readFirstLine(file: SourceFile, encoding: Encoding): Promise<string> {
  let start = ''
  for await (const text of readText(file, encoding)) {
    start += text
    if (start.includes('\n') || start.length > maxLineLength) break
  }
  return start.split(/\r?\n/, 1)[0] ?? ''
}

function columnsOf(firstLine: string, delimiter: string): string[] {
  const fields = firstLine.split(delimiter).map((field) => field.replace(/^"(.*)"$/, '$1').trim())
  if (fields.length === geonamesColumns.length && /^\d+$/.test(fields[0] ?? '') && /^[A-Z]?$/.test(fields[6] ?? ''))
    return geonamesColumns
  const columns = fields.map((field) => field.toLowerCase()).map((field) => columnAliases[field] ?? field)
  const missing = ['name', 'latitude', 'longitude'].filter((column) => !columns.includes(column))
  if (missing.length > 0)
    throw new UnreadableFile(
      `is text whose first line names no column ${missing.join(', ')}, and is not GeoNames either`,
    )
  return columns
}

async function* parseRows(text: AsyncIterable<string>, rows: ReturnType<typeof parse>): AsyncGenerator<DelimitedRow> {
  const { Readable } = await import('node:stream')
  const input = Readable.from(text)
  input.once('error', (error) => rows.destroy(error))
  for await (const row of input.pipe(rows)) yield row as DelimitedRow
}

/** Also accepts a decimal comma, "45,46", of Italian spreadsheets. */
const parseNumber = (text: string | undefined): number =>
  text?.trim() ? Number(text.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2')) : NaN

function placeOfRow(row: DelimitedRow, origin: Origin): Candidate {
  const name = row['name:it'] || row.name || ''
  const position = { latitude: parseNumber(row.latitude), longitude: parseNumber(row.longitude) }
  return {
    source: origin.source,
    sourceId: row.id || derivedIdOf(name, position),
    licence: row.licence || origin.licence,
    name,
    kind: kindOfWord(row.kind),
    ...position,
    town: row.town ?? null,
    province: row.province ?? null,
    population: parseNumber(row.population),
  }
}
