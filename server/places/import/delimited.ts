import { CsvError, parse } from 'csv-parse'
import type { Encoding } from '#server/platform/text-encoding.ts'
import type { Candidate } from './candidate.ts'
import {
  createFieldReader,
  detailsOfFields,
  type FieldReader,
  findFields,
  kindOfFields,
  positionOfFields,
} from './fields.ts'
import { derivedIdOf, isSearchable } from './geojson.ts'
import { geonamesColumns, placeOfGeonames } from './geonames.ts'
import type { Origin, Reader } from './reader.ts'
import { detectEncoding, maxLineLength, readLines, readText, type SourceFile, UnreadableFile } from './source-file.ts'

/** Lines before the header: blank ones, and the one by which Excel names the separator. */
const separatorLine = /^"?sep=(.)"?\s*$/i

/** Reads CSV with a header, separated by comma, semicolon, tab or |; and GeoNames, which is published without a header. */
export const readDelimited: Reader = async function* (file, origin, onProgress) {
  const encoding = await detectEncoding(file)
  const { header, line, separator } = await findHeader(file, encoding)
  const delimiter =
    separator ?? ['\t', ';', ',', '|'].toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
  const columns = splitHeader(header, delimiter)
  const isDump = isGeonamesDump(columns)
  const indexes = findFields(isDump ? geonamesColumns : columns)
  const isGeonames = indexes.geonameId.length > 0
  refuseMissing(indexes, columns)
  const rows = parse({
    delimiter,
    from_line: isDump ? line : line + 1,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxLineLength,
    // Tab-separated files do not quote.
    quote: delimiter === '\t' ? null : '"',
  })
  const text = readText(file, encoding, (bytes) => onProgress(bytes / file.size))
  try {
    for await (const values of parseRows(text, rows)) {
      const read = createFieldReader(indexes, values)
      yield isGeonames ? placeOfGeonames(read) : placeOfRow(read, origin)
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(`is damaged: ${error.message}`) : error
  }
}

async function findHeader(file: SourceFile, encoding: Encoding) {
  let separator: string | undefined
  let line = 0
  for await (const text of readLines(file, encoding)) {
    line++
    const named = separatorLine.exec(text)?.[1]
    separator ??= named
    if (text.trim() && !named) return { header: text, line, separator }
  }
  throw new UnreadableFile('is text without a line that names its columns')
}

const splitHeader = (header: string, delimiter: string): string[] =>
  header.split(delimiter).map((field) => field.trim().replace(/^"(.*)"$/, '$1'))

const isGeonamesDump = (fields: string[]): boolean =>
  fields.length === geonamesColumns.length && /^\d+$/.test(fields[0] ?? '') && /^[A-Z]?$/.test(fields[6] ?? '')

const maxNamedColumns = 20

function refuseMissing(indexes: ReturnType<typeof findFields>, columns: string[]): void {
  const missing = (['name', 'latitude', 'longitude'] as const).filter((field) => indexes[field].length === 0)
  if (missing.length > 0)
    throw new UnreadableFile(
      `is text whose first line names no column ${missing.join(', ')} (but ${columns.slice(0, maxNamedColumns).join(', ')}), and is not GeoNames either`,
    )
}

async function* parseRows(text: AsyncIterable<string>, rows: ReturnType<typeof parse>): AsyncGenerator<string[]> {
  const { Readable } = await import('node:stream')
  const input = Readable.from(text)
  input.once('error', (error) => rows.destroy(error))
  for await (const row of input.pipe(rows)) yield row as string[]
}

function placeOfRow(read: FieldReader, origin: Origin): Candidate {
  const name = read('name', isSearchable) ?? ''
  const position = positionOfFields(read)
  return {
    source: origin.source,
    sourceId: read('id') ?? derivedIdOf(name, position),
    licence: read('licence') ?? origin.licence,
    name,
    kind: kindOfFields(read),
    ...position,
    ...detailsOfFields(read),
  }
}
