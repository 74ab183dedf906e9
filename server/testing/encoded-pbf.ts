import { deflateSync } from 'node:zlib'

type Tags = Record<string, string>
export type MapNode = { id: number; lat: number; lon: number; tags?: Tags }
export type MapWay = { id: number; refs: number[]; tags?: Tags }
export type Map = { nodes?: MapNode[]; ways?: MapWay[] }

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  return Buffer.from([...bytes, rest])
}
const zigzag = (value: number): Buffer => varint(value >= 0 ? value * 2 : -value * 2 - 1)
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)])
const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([varint(field * 8 + 2), varint(value.length), value])
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value))
const packed = (field: number, values: Buffer[]): Buffer => bytes(field, Buffer.concat(values))
/** Each as the difference to the one before. */
const deltas = (values: number[]): Buffer[] => values.map((value, at) => zigzag(value - (values[at - 1] ?? 0)))

/** How a blob says what it is compressed with. LZ4 is said, not done: nobody reads on. */
const fields = { raw: 1, zlib: 3, lz4: 6 }
export type Compression = keyof typeof fields

function blob(type: string, content: Buffer, compression: Compression): Buffer {
  const data = Buffer.concat([
    number(2, content.length),
    bytes(fields[compression], compression === 'zlib' ? deflateSync(content) : content),
  ])
  const header = Buffer.concat([text(1, type), number(3, data.length)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, data])
}

function block(fill: (stringId: (word: string) => number) => Buffer): Buffer {
  const strings = new Map([['', 0]])
  const group = fill((word) => strings.get(word) ?? strings.set(word, strings.size).size - 1)
  return Buffer.concat([bytes(1, Buffer.concat([...strings.keys()].map((word) => text(1, word)))), bytes(2, group)])
}

const denseNodes = (nodes: MapNode[]): Buffer =>
  block((stringId) => {
    const tags = nodes.flatMap((node) => [
      ...Object.entries(node.tags ?? {}).flatMap(([key, value]) => [stringId(key), stringId(value)]),
      0,
    ])
    const degrees = (value: number) => Math.round(value * 1e7)
    return bytes(
      2,
      Buffer.concat([
        packed(1, deltas(nodes.map(({ id }) => id))),
        packed(8, deltas(nodes.map(({ lat }) => degrees(lat)))),
        packed(9, deltas(nodes.map(({ lon }) => degrees(lon)))),
        packed(10, tags.map(varint)),
      ]),
    )
  })

const waysGroup = (ways: MapWay[]): Buffer =>
  block((stringId) =>
    Buffer.concat(
      ways.map(({ id, refs, tags = {} }) =>
        bytes(
          3,
          Buffer.concat([
            number(1, id),
            packed(
              2,
              Object.keys(tags).map((key) => varint(stringId(key))),
            ),
            packed(
              3,
              Object.values(tags).map((value) => varint(stringId(value))),
            ),
            packed(8, deltas(refs)),
          ]),
        ),
      ),
    ),
  )

/** A small map as an OpenStreetMap PBF file. */
export function encodePbf({ nodes = [], ways = [] }: Map, compression: Compression = 'zlib'): Buffer {
  const header = Buffer.concat([text(4, 'OsmSchema-V0.6'), text(4, 'DenseNodes')])
  return Buffer.concat([
    blob('OSMHeader', header, compression),
    ...(nodes.length > 0 ? [blob('OSMData', denseNodes(nodes), compression)] : []),
    ...(ways.length > 0 ? [blob('OSMData', waysGroup(ways), compression)] : []),
  ])
}
