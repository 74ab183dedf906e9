import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '#server/app-context.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import type { Archive } from './archives/archive.ts'
import type { ArchiveId } from './archives/open-ground.ts'
import { refreshGround } from './ground.actions.ts'
import { encodingOf, readTileAddress } from './ground.rules.ts'
import { viewGround } from './ground.views.ts'
import { findPlaceSources, findPlacesOfTile } from './place-tiles.queries.ts'
import { areaOfTile, contentOfPlaceTile, encodePlaceTile, placeTileZooms } from './place-tiles.rules.ts'

type TileParams = Record<'z' | 'x' | 'y', string>
type ArchiveTileParams = TileParams & Record<'archive' | 'version', string>

const immutable = 'public, max-age=31536000, immutable'
/** A place that has been added or removed is seen after this time at the latest. */
const placesLifetime = 'public, max-age=600'
const retryAfterSeconds = 5

function sendTile(reply: FastifyReply, tile: Uint8Array): FastifyReply {
  const encoding = encodingOf(tile)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('application/vnd.mapbox-vector-tile').send(Buffer.from(tile.buffer, tile.byteOffset, tile.length))
}

/**
 * A tile that an archive does not hold. The base leaves tiles out far from Italy: 404 makes the map show the part of
 * the ancestor tile. In an operator's file a missing tile is empty: 204. The map retries neither.
 */
const missingTileStatus: Record<ArchiveId, 204 | 404> = { base: 404, streets: 204 }

/**
 * Serves the ground of the map: files for everybody, as the built web app. The URLs of tiles reveal where somebody
 * looks; the log contains the route's pattern only.
 */
export function addGround(app: FastifyInstance, { db, ground, log }: Pick<AppContext, 'db' | 'ground' | 'log'>): void {
  const failing = new Set<Archive>()
  async function findTile(archive: Archive, { z, x, y }: { z: number; x: number; y: number }) {
    try {
      const tile = await archive.findTile(z, x, y)
      failing.delete(archive)
      return tile
    } catch (error) {
      // Once: a map asks for forty tiles at a time.
      if (!failing.has(archive)) log.warn({ err: error }, 'a map file cannot be read')
      failing.add(archive)
      throw new Refusal(503, platformText.unavailable, retryAfterSeconds)
    }
  }

  app.get('/map/ground.json', async (_request, reply) => {
    await refreshGround({ ground, log })
    return reply.header('cache-control', 'no-cache').send(viewGround(ground, await findPlaceSources(db)))
  })
  app.get<{ Params: TileParams }>('/map/tiles/places/:version/:z/:x/:y', async ({ params }, reply) => {
    const address = readTileAddress(params)
    if (!address || address.z < placeTileZooms.min || address.z > placeTileZooms.max) throw notFound()
    const places = await findPlacesOfTile(db, { ...areaOfTile(address), ...contentOfPlaceTile(address.z) })
    reply.header('cache-control', placesLifetime)
    return places.length > 0 ? sendTile(reply, encodePlaceTile(address, places)) : reply.status(204).send()
  })
  app.get<{ Params: ArchiveTileParams }>('/map/tiles/:archive/:version/:z/:x/:y', async ({ params }, reply) => {
    const id = params.archive as ArchiveId
    const archive = ground.archives.get(id)
    const address = readTileAddress(params)
    if (!archive || archive.version !== params.version || !address) throw notFound()
    const tile = await findTile(archive, address)
    reply.header('cache-control', immutable)
    return tile?.length ? sendTile(reply, tile) : reply.status(tile ? 204 : missingTileStatus[id]).send()
  })
}
