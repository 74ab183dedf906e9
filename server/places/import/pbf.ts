import { parse } from 'osm-pbf-parser-node'
import type { Candidate } from './candidate.ts'
import type { Tags } from './kinds.ts'
import { NodePositions } from './node-positions.ts'
import { isNamedPlace, middleOf, osmKeys, osmPlace } from './osm.ts'
import { orDamaged, type PbfBlob, PbfFile } from './pbf-blobs.ts'
import { fieldsOf } from './protobuf.ts'
import type { Reader } from './reader.ts'
import { UnreadableFile } from './source-file.ts'

type Node = { type: 'node'; id: number; lat: number; lon: number; tags?: Tags }
type Way = { type: 'way'; id: number; refs: number[]; tags?: Tags }

const wanted = { withTags: { node: osmKeys, way: osmKeys, relation: false } }
/** What is read after what: the first look, then the nodes, then the ways, each about so much of the work. */
const shares = { look: 0.4, nodes: 0.5, ways: 0.1 }
const understood = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/**
 * Named nodes, and named ways at the middle of their nodes. The file is gone through three times, so that no more is
 * kept of it than the positions of those nodes: which blobs hold what and which nodes the ways want, then the nodes,
 * then the ways.
 */
export const readPbf: Reader = async function* (source, _origin, onProgress) {
  const file = await PbfFile.open(source)
  try {
    const { nodes, ways, positions } = await lookThrough(file, (bytes) =>
      onProgress((bytes / source.size) * shares.look),
    )
    let done = 0
    for (const blob of nodes) {
      yield* placesOfNodes(await itemsOf(file, blob), positions)
      onProgress(shares.look + (++done / nodes.length) * shares.nodes)
    }
    done = 0
    for (const blob of ways) {
      yield* placesOfWays(await itemsOf(file, blob), positions)
      onProgress(shares.look + shares.nodes + (++done / ways.length) * shares.ways)
    }
  } finally {
    await file.close()
  }
}

async function lookThrough(file: PbfFile, onProgress: (bytes: number) => void) {
  const [nodes, ways, positions]: [PbfBlob[], PbfBlob[], NodePositions] = [[], [], new NodePositions()]
  for await (const blob of file.blobs()) {
    const content = await file.content(blob)
    if (blob.type === 'OSMHeader') refuseUnknownFeatures(content)
    if (blob.type === 'OSMData') {
      const holds = orDamaged(() => groupsOf(content))
      if (holds.has('nodes')) nodes.push(blob)
      if (holds.has('ways')) {
        ways.push(blob)
        for (const way of waysOf(parseBlock(content)))
          if (isNamedPlace(way)) for (const id of way.refs) positions.want(id)
      }
    }
    onProgress(blob.at + blob.length)
  }
  positions.seal()
  return { nodes, ways, positions }
}

function refuseUnknownFeatures(header: Buffer): void {
  for (const { number, bytes } of orDamaged(() => [...fieldsOf(header)])) {
    const feature = number === 4 && bytes ? bytes.toString('utf8') : ''
    if (feature && !understood.has(feature)) throw new UnreadableFile(`needs “${feature}”, which is not read`)
  }
}

const groupNames: Record<number, 'nodes' | 'ways' | 'others'> = { 1: 'nodes', 2: 'nodes', 3: 'ways' }

/** What the groups of a block hold: each holds one sort, which its first field tells. */
function groupsOf(block: Buffer): Set<'nodes' | 'ways' | 'others'> {
  const found = new Set<'nodes' | 'ways' | 'others'>()
  for (const { number, bytes } of fieldsOf(block)) {
    if (number !== 2 || !bytes) continue
    for (const field of fieldsOf(bytes)) {
      found.add(groupNames[field.number] ?? 'others')
      break
    }
  }
  return found
}

const itemsOf = async (file: PbfFile, blob: PbfBlob): Promise<object[]> => parseBlock(await file.content(blob))
const parseBlock = (content: Buffer): object[] => orDamaged(() => parse(content, wanted))
const waysOf = (items: object[]): Way[] => items.filter((item): item is Way => 'type' in item && item.type === 'way')

function* placesOfNodes(items: object[], positions: NodePositions): Generator<Candidate> {
  for (const item of items) {
    if (!('type' in item) || item.type !== 'node') continue
    const { id, lat: latitude, lon: longitude, tags } = item as Node
    positions.put(id, latitude, longitude)
    const place = tags && osmPlace({ type: 'node', id, tags }, { latitude, longitude })
    if (place) yield place
  }
}

function* placesOfWays(items: object[], positions: NodePositions): Generator<Candidate> {
  for (const { id, refs, tags } of waysOf(items)) {
    if (!isNamedPlace({ tags })) continue
    // An extract may lack the nodes beyond its edge.
    const points = refs.flatMap((node) => positions.get(node) ?? [])
    const place = osmPlace(
      { type: 'way', id, tags },
      points.length > 0 ? middleOf(points) : { latitude: NaN, longitude: NaN },
    )
    if (place) yield place
  }
}
