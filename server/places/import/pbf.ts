import { parse } from 'osm-pbf-parser-node'
import type { Candidate, SkipReason } from './candidate.ts'
import type { Tags } from './kinds.ts'
import { NodePositions } from './node-positions.ts'
import { isNamedPlace, middleOf, osmKeys, placeOfOsm } from './osm.ts'
import { refuseIfDamaged, type PbfBlob, PbfFile } from './pbf-blobs.ts'
import { fieldsOf } from './protobuf.ts'
import type { Reader } from './reader.ts'
import { UnreadableFile } from './source-file.ts'

type Node = { type: 'node'; id: number; lat: number; lon: number; tags?: Tags }
type Way = { type: 'way'; id: number; refs: number[]; tags?: Tags }

const parseOptions = { withTags: { node: osmKeys, way: osmKeys, relation: false } }
/** Each pass's share of the time, for the progress. */
const shares = { index: 0.4, nodes: 0.5, ways: 0.1 }
const supportedFeatures = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/**
 * Reads named nodes, and named ways at the middle of their nodes. Three passes, so that only the positions of those
 * nodes are in memory: the first finds out which blobs contain nodes and ways and which nodes the ways need, the others
 * read the nodes and the ways.
 */
export const readPbf: Reader = async function* (source, _origin, onProgress) {
  const file = await PbfFile.open(source)
  try {
    const { nodes, ways, positions } = await indexBlobs(file, (bytes) =>
      onProgress((bytes / source.size) * shares.index),
    )
    let done = 0
    for (const blob of nodes) {
      yield* placesOfNodes(await itemsOf(file, blob), positions)
      onProgress(shares.index + (++done / nodes.length) * shares.nodes)
    }
    done = 0
    for (const blob of ways) {
      yield* placesOfWays(await itemsOf(file, blob), positions)
      onProgress(shares.index + shares.nodes + (++done / ways.length) * shares.ways)
    }
  } finally {
    await file.close()
  }
}

async function indexBlobs(file: PbfFile, onProgress: (bytes: number) => void) {
  const nodes: PbfBlob[] = []
  const ways: PbfBlob[] = []
  const positions = new NodePositions()
  for await (const blob of file.blobs()) {
    const content = await file.content(blob)
    if (blob.type === 'OSMHeader') refuseUnknownFeatures(content)
    if (blob.type === 'OSMData') {
      const groups = refuseIfDamaged(() => groupsOf(content))
      if (groups.has('nodes')) nodes.push(blob)
      if (groups.has('ways')) {
        ways.push(blob)
        for (const way of waysOf(parseBlock(content)))
          if (isNamedPlace(way)) for (const id of way.refs) positions.addId(id)
      }
    }
    onProgress(blob.offset + blob.length)
  }
  positions.sortIds()
  return { nodes, ways, positions }
}

function refuseUnknownFeatures(header: Buffer): void {
  for (const { number, bytes } of refuseIfDamaged(() => [...fieldsOf(header)])) {
    const feature = number === 4 && bytes ? bytes.toString('utf8') : ''
    if (feature && !supportedFeatures.has(feature)) throw new UnreadableFile(`needs “${feature}”, which is not read`)
  }
}

const groupNames: Record<number, 'nodes' | 'ways' | 'others'> = { 1: 'nodes', 2: 'nodes', 3: 'ways' }

/** Returns what the groups of a block contain: the first field of a group names the only type that it contains. */
function groupsOf(block: Buffer): Set<'nodes' | 'ways' | 'others'> {
  const groups = new Set<'nodes' | 'ways' | 'others'>()
  for (const { number, bytes } of fieldsOf(block)) {
    if (number !== 2 || !bytes) continue
    for (const field of fieldsOf(bytes)) {
      groups.add(groupNames[field.number] ?? 'others')
      break
    }
  }
  return groups
}

const itemsOf = async (file: PbfFile, blob: PbfBlob): Promise<object[]> => parseBlock(await file.content(blob))
const parseBlock = (content: Buffer): object[] => refuseIfDamaged(() => parse(content, parseOptions))
const waysOf = (items: object[]): Way[] => items.filter((item): item is Way => 'type' in item && item.type === 'way')

function* placesOfNodes(items: object[], positions: NodePositions): Generator<Candidate | SkipReason> {
  for (const item of items) {
    if (!('type' in item) || item.type !== 'node') continue
    const { id, lat: latitude, lon: longitude, tags } = item as Node
    positions.set(id, latitude, longitude)
    const place = tags && placeOfOsm({ type: 'node', id, tags }, { latitude, longitude })
    if (place) yield place
  }
}

function* placesOfWays(items: object[], positions: NodePositions): Generator<Candidate | SkipReason> {
  for (const { id, refs, tags } of waysOf(items)) {
    // An extract may lack the nodes beyond its edge.
    const points = refs.flatMap((node) => positions.get(node) ?? [])
    const place = placeOfOsm(
      { type: 'way', id, tags },
      points.length > 0 ? middleOf(points) : { latitude: NaN, longitude: NaN },
    )
    if (place) yield place
  }
}
