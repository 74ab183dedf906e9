import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { type StoredTile, writeMbtiles } from '#server/map/archives/mbtiles-writer.ts'
import { tileAt } from '#server/map/streets/streets.rules.ts'
import { encodePmtiles } from '#server/testing/fixtures/map-files.ts'
import { startRangeServer } from '#server/testing/harness/range-server.ts'

/** A main street from west to east. */
export const mainStreet = { latitude: 45.46417, west: 9.17, east: 9.21 }

/** How a schema calls a main street, and another of its layers. */
const schemas = {
  protomaps: { layer: 'roads', kind: { kind: 'major_road' }, otherLayer: 'earth' },
  openmaptiles: { layer: 'transportation', kind: { class: 'primary' }, otherLayer: 'landuse' },
}
export type StreetsSchema = keyof typeof schemas

const zooms = [11, 12, 13, 14]

function* tilesOf({ layer, kind }: (typeof schemas)[StreetsSchema]): Generator<StoredTile> {
  const { latitude, west, east } = mainStreet
  const street = new GeoJSONVT(
    {
      type: 'Feature',
      properties: { ...kind, name: 'Corso della Prova' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [west, latitude],
          [east, latitude],
        ],
      },
    },
    { maxZoom: zooms.at(-1)!, extent: 4096, buffer: 64 },
  )
  for (const z of zooms) {
    const { x, y } = tileAt(z, [west, latitude])
    for (let column = x; column <= tileAt(z, [east, latitude]).x; column++) {
      const features = street.getTile(z, column, y)?.features ?? []
      yield { z, x: column, y, data: gzipSync(fromGeojsonVt({ [layer]: { features } }, { version: 2, extent: 4096 })) }
    }
  }
}

const layersOf = ({ layer, otherLayer }: (typeof schemas)[StreetsSchema]) => [layer, otherLayer].map((id) => ({ id }))

/** Makes the file of streets of an operator. @returns its path. */
export async function makeStreetsFile(folder: string, name: StreetsSchema): Promise<string> {
  const schema = schemas[name]
  const file = path.join(folder, 'streets.mbtiles')
  const metadata = { format: 'pbf', bounds: '9.1,45.4,9.3,45.5', minzoom: '11', maxzoom: '14' }
  await writeMbtiles(file, { ...metadata, json: JSON.stringify({ vector_layers: layersOf(schema) }) }, tilesOf(schema))
  return file
}

/** Starts the web server of an archive with these streets. */
export async function startStreetsArchive() {
  const tiles = [...tilesOf(schemas.protomaps)]
  const archive = encodePmtiles({ tiles, metadata: { vector_layers: layersOf(schemas.protomaps) } })
  // By the format's specification.
  const tilesOffset = Number(archive.readBigUInt64LE(56))
  const server = await startRangeServer(archive)
  return Object.assign(server, { asksForTiles: () => server.requests.at(-1)![0] >= tilesOffset })
}
