import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { type StoredTile, writeMbtiles } from '#server/map/archives/mbtiles-writer.ts'
import { tileAt } from '#server/map/streets/streets.rules.ts'

/** A main street from west to east. */
export const mainStreet = { latitude: 45.46417, west: 9.17, east: 9.21 }

/** How a schema calls a main street, and another of its layers. */
const schemas = {
  protomaps: { layer: 'roads', kind: { kind: 'major_road' }, otherLayer: 'earth' },
  openmaptiles: { layer: 'transportation', kind: { class: 'primary' }, otherLayer: 'landuse' },
}
export type StreetsSchema = keyof typeof schemas

const zooms = [12, 13, 14]

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

/** Makes the file of streets of an operator. @returns its path. */
export async function makeStreetsFile(folder: string, name: StreetsSchema): Promise<string> {
  const schema = schemas[name]
  const file = path.join(folder, 'streets.mbtiles')
  const layers = [schema.layer, schema.otherLayer].map((id) => ({ id }))
  const metadata = { format: 'pbf', bounds: '9.1,45.4,9.3,45.5', minzoom: '12', maxzoom: '14' }
  await writeMbtiles(file, { ...metadata, json: JSON.stringify({ vector_layers: layers }) }, tilesOf(schema))
  return file
}
