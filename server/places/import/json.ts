import { JSONParser } from '@streamparser/json'
import * as z from 'zod'
import type { Encoding } from '#server/platform/text-encoding.ts'
import type { Candidate, SkipReason } from './candidate.ts'
import { geoJsonFeature, placeOfFeature } from './geojson.ts'
import { NodePositions } from './node-positions.ts'
import { overpassElement, type OverpassElement, placeOfElement, requiredNodeIds } from './overpass.ts'
import type { Origin, Reader } from './reader.ts'
import {
  detectEncoding,
  maxLineLength,
  readText,
  type SourceFile,
  UnreadableFile,
  withoutRecordMarks,
} from './source-file.ts'

const documentItem = z.union([overpassElement, geoJsonFeature])

/**
 * Reads Overpass JSON and GeoJSON, one element or feature at a time. Some ways have no position, only ids of nodes,
 * which may be anywhere in the file: for these the file is read again for the nodes, and once more for the ways.
 */
export const readJson: Reader = async function* (file, origin, onProgress) {
  const positions = new NodePositions()
  const members: Members = {}
  let hasFeatures = false
  let hasItems = false
  const read = (value: unknown): Candidate | SkipReason | null => {
    const parsed = documentItem.safeParse(value)
    if (!parsed.success) return 'malformed'
    if (parsed.data.type === 'Feature') hasFeatures = true
    else for (const id of requiredNodeIds(parsed.data)) positions.addId(id)
    return placeOfItem(parsed.data, origin)
  }
  for await (const value of itemsOf(file, onProgress, members)) {
    hasItems = true
    const place = read(value)
    if (place) yield place
  }
  refuseBrokenOff(members, hasFeatures)
  if (members.type === 'Feature') yield read(members) ?? 'malformed'
  else if (!hasItems) throw new UnreadableFile(problemOf(members))
  if (positions.size > 0) yield* resolveWays(file, positions, onProgress)
}

/** @returns null if the item has no name and does not count, or is read once the nodes are known. */
function placeOfItem(data: z.output<typeof documentItem>, origin: Origin): Candidate | SkipReason | null {
  if (data.type === 'Feature') return placeOfFeature(data, origin)
  return requiredNodeIds(data).length > 0 ? null : placeOfElement(data, null)
}

async function* resolveWays(
  file: SourceFile,
  positions: NodePositions,
  onProgress: (part: number) => void,
): AsyncGenerator<Candidate | SkipReason> {
  positions.sortIds()
  for await (const element of elementsOf(file, onProgress))
    if (element.type === 'node') positions.set(element.id, element.lat, element.lon)
  for await (const element of elementsOf(file, onProgress)) {
    const place = requiredNodeIds(element).length > 0 && placeOfElement(element, positions)
    if (place) yield place
  }
}

async function* elementsOf(file: SourceFile, onProgress: (part: number) => void): AsyncGenerator<OverpassElement> {
  for await (const value of itemsOf(file, onProgress)) {
    const parsed = overpassElement.safeParse(value)
    if (parsed.success) yield parsed.data
  }
}

/** Members of the document beside its elements or features, which say what it is. */
const memberNames = ['type', 'id', 'geometry', 'properties', 'remark', 'generator']
const documentPaths = ['$.elements.*', '$.features.*', ...memberNames.map((name) => `$.${name}`)]

type Members = Record<string, unknown>

/** Streams elements and features. @param members receives the other members of the document. */
async function* itemsOf(
  file: SourceFile,
  onProgress: (part: number) => void,
  members: Members = {},
): AsyncGenerator<unknown> {
  const encoding = await detectEncoding(file)
  const isLines = await hasFeatureLines(file, encoding)
  const parser = new JSONParser(isLines ? { paths: ['$'], separator: '' } : { paths: documentPaths, keepStack: false })
  let parsed: unknown[] = []
  parser.onValue = ({ value, key }) => {
    if (isLines || typeof key === 'number') parsed.push(value)
    else members[String(key)] = value
  }
  const refuseIfDamaged = (work: () => void) => {
    try {
      work()
    } catch {
      throw new UnreadableFile('is JSON that breaks off or is damaged')
    }
  }
  for await (const text of readText(file, encoding, (bytes) => onProgress(bytes / file.size))) {
    refuseIfDamaged(() => parser.write(withoutRecordMarks(text)))
    yield* parsed
    parsed = []
  }
  if (!parser.isEnded) refuseIfDamaged(() => parser.end())
}

/** Whether each line is a feature, as in .geojsonl and .ndjson. */
async function hasFeatureLines(file: SourceFile, encoding: Encoding): Promise<boolean> {
  let start = ''
  for await (const text of readText(file, encoding)) {
    start += withoutRecordMarks(text).trimStart()
    if (start.includes('\n') || start.length > maxLineLength) break
  }
  try {
    return geoJsonFeature.safeParse(JSON.parse(start.split('\n', 1)[0] ?? '')).success
  } catch {
    return false
  }
}

/** Overpass ends an answer that broke off with a remark: "runtime error: Query timed out …". */
function refuseBrokenOff({ remark }: Members, hasFeatures: boolean): void {
  if (typeof remark !== 'string' || !remark.trim() || hasFeatures) return
  throw new UnreadableFile(`is half an answer of Overpass, which says “${remark.trim()}”: ask again, for less or later`)
}

/** What is wrong with a document without elements and features. */
function problemOf({ type, generator }: Members): string {
  if (type === 'FeatureCollection') return 'is GeoJSON whose list of features is empty'
  if (typeof generator === 'string') return `is an answer of ${generator} without elements`
  if (type === 'Topology') return 'is TopoJSON, which is not read: convert it to GeoJSON'
  if (typeof type === 'string') return `is a GeoJSON ${type}, not features with names`
  return 'is JSON with neither elements of Overpass nor features of GeoJSON'
}
