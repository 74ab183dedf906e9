import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createOSMStream } from 'osm-pbf-parser-node'

/** A feature of the reference data, with all its names. */
export type NamedPoint = { names: string[]; latitude: number; longitude: number; comuneCode: string | null }

type OsmElement = {
  type?: string
  id?: number
  lat?: number
  lon?: number
  center?: { lat: number; lon: number }
  nodes?: number[]
  refs?: number[]
  tags?: Record<string, string>
}

export async function readNamedPoints(file: string): Promise<NamedPoint[]> {
  if (/\.tsv(\.gz)?$/.test(file)) return geoNamesPoints(file)
  if (file.endsWith('.json'))
    return osmPoints((JSON.parse(readFileSync(file, 'utf8')) as { elements: OsmElement[] }).elements)
  if (file.endsWith('.osm.pbf')) return osmPoints(await readPbf(file))
  throw new Error(`${file}: expected .tsv, .tsv.gz, .json (Overpass) or .osm.pbf`)
}

async function readPbf(file: string): Promise<OsmElement[]> {
  const elements: OsmElement[] = []
  for await (const element of createOSMStream(file)) elements.push(element)
  return elements
}

const dumpColumns = 'geonameid name ascii altnames lat lon fclass fcode country cc2 admin1 prov istat admin4 pop'.split(
  ' ',
)

/** Reads the columns of the header, or those of the GeoNames dump if there is none. */
function geoNamesPoints(file: string): NamedPoint[] {
  const bytes = readFileSync(file)
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean)
  const header = lines[0]?.startsWith('geonameid') ? lines.shift()?.split('\t') : undefined
  const columns = header ?? dumpColumns
  return lines.map((line) => {
    const fields = line.split('\t')
    const field = (column: string) => fields[columns.indexOf(column)] ?? ''
    return {
      names: [field('name'), ...field('altnames').split(/[|,]/)].filter(Boolean),
      latitude: Number(field('lat')),
      longitude: Number(field('lon')),
      comuneCode: field('istat') || null,
    }
  })
}

const nameTags = ['name', 'name:it', 'name:en', 'alt_name', 'official_name', 'short_name', 'old_name']

function osmPoints(elements: OsmElement[]): NamedPoint[] {
  const nodes = new Map(elements.filter((element) => element.lat !== undefined).map((node) => [node.id, node]))
  return elements.flatMap((element) => {
    const names = nameTags.flatMap((tag) => element.tags?.[tag]?.split(';') ?? [])
    const middle = names.length ? middleOf(element, nodes) : null
    return middle ? [{ names, ...middle, comuneCode: null }] : []
  })
}

function middleOf(element: OsmElement, nodes: Map<number | undefined, OsmElement>) {
  const corners =
    element.lat === undefined ? (element.nodes ?? element.refs ?? []).map((ref) => nodes.get(ref)) : [element]
  const points = [element.center, ...corners].filter((point) => point?.lat !== undefined && point.lon !== undefined)
  if (!points.length) return null
  const mean = (degrees: (number | undefined)[]) =>
    degrees.reduce<number>((sum, d) => sum + (d ?? 0), 0) / degrees.length
  return { latitude: mean(points.map((point) => point?.lat)), longitude: mean(points.map((point) => point?.lon)) }
}
