import { JSONParser } from '@streamparser/json'
import * as z from 'zod'
import type { Candidate, SkipReason } from './candidate.ts'
import { geoJsonFeature, placeOfFeature } from './geojson.ts'
import { NodePositions } from './node-positions.ts'
import { overpassElement, type OverpassElement, placeOfElement, requiredNodeIds } from './overpass.ts'
import type { Origin, Reader } from './reader.ts'
import { detectEncoding, readText, type SourceFile, UnreadableFile } from './source-file.ts'

const documentItem = z.union([overpassElement, geoJsonFeature])

/**
 * Reads Overpass JSON and GeoJSON, one element or feature at a time. Some ways have no position, only ids of nodes,
 * which may be anywhere in the file: for these the file is read again for the nodes, and once more for the ways.
 */
export const readJson: Reader = async function* (file, origin, onProgress) {
  const positions = new NodePositions()
  let hasItems = false
  for await (const value of itemsOf(file, onProgress)) {
    hasItems = true
    const parsed = documentItem.safeParse(value)
    if (!parsed.success) {
      yield 'malformed'
      continue
    }
    if (parsed.data.type !== 'Feature') for (const id of requiredNodeIds(parsed.data)) positions.addId(id)
    const place = placeOfItem(parsed.data, origin)
    if (place) yield place
  }
  if (!hasItems) throw new UnreadableFile('is JSON with neither elements of Overpass nor features of GeoJSON')
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

async function* itemsOf(file: SourceFile, onProgress: (part: number) => void): AsyncGenerator<unknown> {
  let parsed: unknown[] = []
  const parser = new JSONParser({ paths: ['$.elements.*', '$.features.*'], keepStack: false })
  parser.onValue = ({ value }) => parsed.push(value)
  const refuseIfDamaged = (work: () => void) => {
    try {
      work()
    } catch {
      throw new UnreadableFile('is JSON that breaks off or is damaged')
    }
  }
  const encoding = await detectEncoding(file)
  for await (const text of readText(file, encoding, (bytes) => onProgress(bytes / file.size))) {
    refuseIfDamaged(() => parser.write(text))
    yield* parsed
    parsed = []
  }
  if (!parser.isEnded) refuseIfDamaged(() => parser.end())
}
