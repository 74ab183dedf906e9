import { readFileSync } from 'node:fs'

const landmarkKinds = [
  'square',
  'monument',
  'station',
  'university',
  'beach',
  'museum',
  'park',
  'church',
  'market',
  'bridge',
  'castle',
  'theatre',
  'street',
  'harbour',
  'viewpoint',
  'stadium',
] as const
type LandmarkKind = (typeof landmarkKinds)[number]

export type Landmark = {
  id: string
  name: string
  town: string
  province: string
  kind: LandmarkKind
  latitude: number
  longitude: number
}

const columns = ['id', 'name', 'town', 'province', 'kind', 'latitude', 'longitude']
const shippedFile = new URL('landmarks.tsv', import.meta.url)

export const readLandmarks = (): Landmark[] => parseLandmarks(readFileSync(shippedFile, 'utf8'))

export function parseLandmarks(text: string): Landmark[] {
  const [header, ...lines] = text.trimEnd().split('\n')
  if (header !== columns.join('\t')) throw new Error(`landmarks.tsv, line 1: the columns must be ${columns.join(', ')}`)
  const seen = new Set<string>()
  return lines.map((line, index) => {
    const landmark = parseLine(line, (problem) => {
      throw new Error(`landmarks.tsv, line ${index + 2}: ${problem}`)
    })
    if (seen.has(landmark.id)) throw new Error(`landmarks.tsv, line ${index + 2}: the id ${landmark.id} is taken`)
    seen.add(landmark.id)
    return landmark
  })
}

function parseLine(line: string, refuse: (problem: string) => never): Landmark {
  const fields = line.split('\t')
  const [id = '', name = '', town = '', province = '', kind = '', latitude = '', longitude = ''] = fields
  if (fields.length !== columns.length) return refuse(`${columns.length} fields expected, ${fields.length} found`)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) return refuse(`"${id}" is not a slug`)
  if (!name.trim() || !town.trim()) return refuse('name and town must be given')
  if (!/^[A-Z]{2}$/.test(province)) return refuse(`"${province}" is not a province`)
  if (!isLandmarkKind(kind)) return refuse(`"${kind}" is not a kind of landmark`)
  if (!isFiveDecimals(latitude) || !isFiveDecimals(longitude)) return refuse('coordinates have five decimals')
  const landmark: Landmark = {
    id,
    name,
    town,
    province,
    kind,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }
  return isInItaly(landmark) ? landmark : refuse(`${latitude}, ${longitude} is not in Italy`)
}

const isLandmarkKind = (kind: string): kind is LandmarkKind => landmarkKinds.some((known) => known === kind)
const isFiveDecimals = (degrees: string) => /^\d{1,2}\.\d{5}$/.test(degrees)

export const isInItaly = ({ latitude, longitude }: { latitude: number; longitude: number }): boolean =>
  latitude > 35.2 && latitude < 47.2 && longitude > 6.5 && longitude < 18.6
