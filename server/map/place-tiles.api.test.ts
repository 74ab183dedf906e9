import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { readLayer } from '#server/testing/fixtures/map-files.ts'
import { useTestApp } from '#server/testing/fixtures/test-app.ts'
import { explainPrepared } from '#server/testing/harness/query-plan.ts'
import { sql } from '#server/testing/sql.ts'
import { findPlacesOfTile } from './place-tiles.queries.ts'
import { areaOfTile, contentOfPlaceTile } from './place-tiles.rules.ts'
import { tileAt } from './streets/streets.rules.ts'

const duomo: [number, number] = [9.1895, 45.4641]
const openSea: [number, number] = [5, 39]

describe('The places of the directory on the map', () => {
  const app = useTestApp()
  const fetchTile = ({ z, x, y }: { z: number; x: number; y: number }) =>
    fetch(`${app.url}/map/tiles/places/1/${z}/${x}/${y}`)
  const namesIn = async (z: number, at = duomo) =>
    readLayer(await (await fetchTile(tileAt(z, at))).arrayBuffer(), 'place')
  beforeAll(async () => {
    await sql`
      INSERT INTO places (name, search_name, town, province, kind, latitude, longitude, c4, c5)
      SELECT 'Bar di prova', 'bar di prova', 'Milano', 'MI', 'bar', 45.4642, 9.1896, c4, c5
      FROM places WHERE name = 'Milano'`.execute(app.db)
  })

  test('from near, somebody who is not signed in reads squares, monuments and bars with their kinds', async () => {
    const names = await namesIn(14)
    expect(names).toContainEqual({ name: 'Piazza del Duomo', kind: 'square', rank: expect.any(Number) })
    expect(names).toContainEqual({ name: 'Bar di prova', kind: 'bar', rank: expect.any(Number) })
    const rankOf = (kind: string) => names.find((one) => one.kind === kind)!.rank as number
    expect(rankOf('square')).toBeLessThan(rankOf('bar'))
  })

  test('from farther away the landmarks remain, and no town, which the ground has', async () => {
    const kinds = new Set((await namesIn(12)).map(({ kind }) => kind))
    expect(kinds).toContain('square')
    expect(kinds).not.toContain('bar')
    expect(kinds).not.toContain('town')
  })

  test('a place stands in one tile, also where it lies at an edge', async () => {
    const { x, y } = tileAt(14, duomo)
    const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => ({ z: 14, x: x + right, y: y + down })))
    const names = await Promise.all(
      around.map(async (tile) => {
        const reply = await fetchTile(tile)
        return reply.status === 200 ? readLayer(await reply.arrayBuffer(), 'place') : []
      }),
    )
    expect(names.flat().filter(({ name }) => name === 'Bar di prova')).toHaveLength(1)
  })

  test('a browser keeps a tile for ten minutes, and is not told what a viewer may see', async () => {
    const reply = await fetchTile(tileAt(14, duomo))
    expect(reply.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=600')
    expect(reply.headers.getSetCookie()).toEqual([])
    expect((await fetchTile(tileAt(14, openSea))).status).toBe(204)
  })

  test.each(['11/0/0', '15/0/0', '14/16384/0', '14/-1/0', '14/a/0'])('there is no tile %s', async (address) => {
    expect((await fetch(`${app.url}/map/tiles/places/1/${address}`)).status).toBe(404)
  })

  test('among 20,000 places, those of a tile are found by the index', async () => {
    await sql`
      INSERT INTO places (name, search_name, town, province, kind, latitude, longitude, c4, c5)
      SELECT name, search_name, town, province, 'bar', latitude + 0.003, longitude - 0.004, c4, c5
      FROM places`.execute(app.db)
    await sql`VACUUM ANALYZE places`.execute(app.db)
    const area = areaOfTile(tileAt(14, duomo))
    const { kinds, limit } = contentOfPlaceTile(14)
    await inTransaction(app.db, async (trx) => {
      await findPlacesOfTile(trx, { ...area, kinds, limit })
      const { latitude, longitude, chord, west, east, south, north } = area
      const values = [latitude, longitude, chord, west, east, south, north, kinds, limit]
      const nodes = await explainPrepared(trx, 'SELECT id, name, kind, latitude, longitude FROM places', values)
      expect(nodes.map((node) => node['Index Name'])).toContain('places_point')
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    })
  })
})
