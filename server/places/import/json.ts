import { JSONParser } from '@streamparser/json'
import * as z from 'zod'
import type { Candidate } from './candidate.ts'
import { geoJsonFeature, placeOfFeature } from './geojson.ts'
import { NodePositions } from './node-positions.ts'
import { overpassElement, type OverpassElement, placeOfElement, wantedNodes } from './overpass.ts'
import type { Origin, Reader } from './reader.ts'
import { readChunks, type SourceFile, UnreadableFile } from './source-file.ts'

/** Which array of the document it is in says what it is. */
const item = z.union([overpassElement, geoJsonFeature])

/**
 * Overpass JSON and GeoJSON, one element or feature at a time. Ways whose position is only told by the nodes they name,
 * which may stand anywhere in the file, are put off: the file is then gone through again for those nodes, and once more
 * for the ways.
 */
export const readJson: Reader = async function* (file, origin, onProgress) {
  const positions = new NodePositions()
  let found = false
  for await (const value of itemsOf(file, onProgress)) {
    found = true
    const parsed = item.safeParse(value)
    if (!parsed.success) continue
    if (parsed.data.type !== 'Feature') for (const id of wantedNodes(parsed.data)) positions.want(id)
    const place = placeOf(parsed.data, origin)
    if (place) yield place
  }
  if (!found) throw new UnreadableFile('is JSON with neither elements of Overpass nor features of GeoJSON')
  if (positions.size > 0) yield* waysByNodes(file, positions, onProgress)
}

const placeOf = (data: z.output<typeof item>, origin: Origin): Candidate | null =>
  data.type === 'Feature'
    ? placeOfFeature(data, origin)
    : wantedNodes(data).length > 0
      ? null
      : placeOfElement(data, null)

async function* waysByNodes(
  file: SourceFile,
  positions: NodePositions,
  onProgress: (part: number) => void,
): AsyncGenerator<Candidate> {
  positions.seal()
  for await (const element of elementsOf(file, onProgress))
    if (element.type === 'node') positions.put(element.id, element.lat, element.lon)
  for await (const element of elementsOf(file, onProgress)) {
    const place = wantedNodes(element).length > 0 && placeOfElement(element, positions)
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
  let ready: unknown[] = []
  const parser = new JSONParser({ paths: ['$.elements.*', '$.features.*'], keepStack: false })
  parser.onValue = ({ value }) => ready.push(value)
  const orRefuse = (work: () => void) => {
    try {
      work()
    } catch {
      throw new UnreadableFile('is JSON that breaks off or is damaged')
    }
  }
  for await (const chunk of readChunks(file, (bytes) => onProgress(bytes / file.size))) {
    orRefuse(() => parser.write(chunk))
    yield* ready
    ready = []
  }
  if (!parser.isEnded) orRefuse(() => parser.end())
}
