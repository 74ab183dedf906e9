import { copyFile, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodePmtiles, readLayer } from '#server/testing/fixtures/map-files.ts'
import { createTestApp, type TestApp } from '#server/testing/fixtures/test-app.ts'
import { writeMbtiles } from './archives/mbtiles-writer.ts'
import { openGround } from './archives/open-ground.ts'
import type { viewGround } from './ground.views.ts'
import { tileAt } from './streets/streets.rules.ts'

type Archives = ReturnType<typeof viewGround>['archives']

const milano: [number, number] = [9.19, 45.46]
const genova: [number, number] = [8.93, 44.4]
const openSea: [number, number] = [-30, 40]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-map-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
const inFolder = (name: string) => path.join(folder, name)

const fetchArchives = async (app: TestApp): Promise<Archives> =>
  ((await (await fetch(`${app.url}/map/ground.json`)).json()) as { archives: Archives }).archives

async function addressOf(app: TestApp, id: string, { z, x, y }: { z: number; x: number; y: number }) {
  const archive = (await fetchArchives(app)).find((one) => one.id === id)
  return `${app.url}/map/tiles/${id}/${archive?.version}/${z}/${x}/${y}`
}

async function fetchTile(app: TestApp, id: string, address: { z: number; x: number; y: number }) {
  return fetch(await addressOf(app, id, address))
}

/** Starts a server with this map file, and ends it after the test. */
async function withMap(file: string, run: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await createTestApp({ MAP_TILES: file })
  try {
    await run(app)
  } finally {
    await app.close()
  }
}

describe('Without MAP_TILES', () => {
  let app: TestApp
  let lines = ''
  beforeAll(async () => {
    const output = new PassThrough().on('data', (line: Buffer) => {
      lines += line.toString()
    })
    app = await createTestApp({}, pino({ level: 'debug' }, output))
  })
  afterAll(() => app.close())

  test('somebody who is not signed in gets the map that ships, of the whole world', async () => {
    const reply = await fetch(`${app.url}/map/ground.json`)
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(await reply.json()).toEqual({
      archives: [
        {
          id: 'base',
          schema: 'base',
          version: expect.stringMatching(/^[\w-]{16}$/),
          min_zoom: 0,
          max_zoom: 9,
          bounds: [-180, -85.0511, 180, 85.0511],
          attribution: 'Natural Earth, GSHHG (LGPL), GeoNames (CC BY 4.0)',
        },
        {
          id: 'places',
          schema: 'places',
          version: '1',
          min_zoom: 12,
          max_zoom: 14,
          bounds: [-180, -85.0511, 180, 85.0511],
          attribution: '',
        },
      ],
    })
  })

  test('the map around Milano names it before its villages, and has borders and a river', async () => {
    const near = await (await fetchTile(app, 'base', tileAt(9, milano))).arrayBuffer()
    const names = readLayer(near, 'place')
    expect(names).toContainEqual({ name: 'Milano', class: 'city', rank: 1 })
    expect(names.length).toBeGreaterThan(20)
    const far = await (await fetchTile(app, 'base', tileAt(5, milano))).arrayBuffer()
    expect(readLayer(far, 'place')).toContainEqual({ name: 'Milano', class: 'city', rank: 1 })
    expect(readLayer(far, 'place').length).toBeLessThan(30)
    expect(readLayer(far, 'boundary')).toEqual(expect.arrayContaining([{ admin_level: 2 }, { admin_level: 4 }]))
    expect(readLayer(far, 'waterway')).toContainEqual({ class: 'river' })
  })

  test('Genova lies at the sea, Milano does not', async () => {
    const sea = await (await fetchTile(app, 'base', tileAt(9, genova))).arrayBuffer()
    expect(readLayer(sea, 'water')).toEqual([{ class: 'ocean' }])
    const land = await (await fetchTile(app, 'base', tileAt(9, milano))).arrayBuffer()
    expect(readLayer(land, 'water')).toEqual([])
  })

  test('a tile is kept for a year, and has the headers of the other files', async () => {
    const reply = await fetchTile(app, 'base', tileAt(5, milano))
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
    expect(reply.headers.get('content-encoding')).toBe('gzip')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-security-policy')).toContain("worker-src 'self'")
    expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  test('the open ocean far away has no tile of its own, which a map keeps in mind as well', async () => {
    const reply = await fetchTile(app, 'base', tileAt(8, openSea))
    expect(reply.status).toBe(404)
    expect(await reply.text()).toBe('')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test.each([
    '22/4194304/0',
    '23/0/0',
    '5/32/0',
    '5/0/32',
    '-1/0/0',
    '5/-1/0',
    '5/1e1/3',
    '5/01/3',
    '5/0x1/3',
    '5/1.0/3',
    '5/%2e%2e/3',
    '5/ 1/3',
    '99999999999999999999/0/0',
    'NaN/0/0',
    "5/1/0'%20OR%201=1",
  ])('the tile %s does not exist, and nothing of the refusal is kept', async (numbers) => {
    const [base] = await fetchArchives(app)
    const reply = await fetch(`${app.url}/map/tiles/base/${base?.version}/${numbers}`)
    expect(reply.status).toBe(404)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.json()).toMatchObject({ success: false, error: expect.any(String) })
  })

  test.each(['streets', '..', '%2e%2e%2fmap', '__proto__', 'constructor', 'base.mbtiles'])(
    'there is no archive %s',
    async (id) => {
      const reply = await fetch(`${app.url}/map/tiles/${id}/x/0/0/0`)
      expect(reply.status).toBe(404)
    },
  )

  test('a tile of another version does not exist', async () => {
    const [base] = await fetchArchives(app)
    for (const version of ['0', `${base?.version}x`, base?.version.toUpperCase()]) {
      const reply = await fetch(`${app.url}/map/tiles/base/${version}/0/0/0`)
      expect(reply.status).toBe(404)
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('the log does not say where somebody looks', async () => {
    const { z, x, y } = tileAt(9, milano)
    await fetch(`${await addressOf(app, 'base', { z, x, y })}?x=${x}`)
    await expect.poll(() => lines).toContain('"route":"/map/tiles/:archive/:version/:z/:x/:y"')
    await fetch(`${app.url}/livez`)
    await expect.poll(() => lines).toContain('"route":"/livez"')
    expect(lines).not.toMatch(new RegExp(`\\b${x}\\b.*\\b${y}\\b|/${x}/|x=${x}`))
  })
})

const streetsTile = { ...tileAt(14, milano), data: gzipSync(Buffer.from([0x1a, 0x00])) }
const omtLayers = [{ id: 'transportation' }, { id: 'landuse' }, { id: 'water' }]
const omtMetadata = {
  format: 'pbf',
  bounds: '9,45,10,46',
  minzoom: '14',
  maxzoom: '14',
  json: JSON.stringify({ vector_layers: omtLayers }),
}

describe('With the operator’s own file', () => {
  test('a place of the extract without anything is an empty tile', async () => {
    const file = inFolder('empty-place.mbtiles')
    await writeMbtiles(file, omtMetadata, [streetsTile])
    await withMap(file, async (app) => {
      const reply = await fetchTile(app, 'streets', { ...streetsTile, x: streetsTile.x + 1 })
      expect(reply.status).toBe(204)
      expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    })
  })

  test('a PMTiles file in the Shortbread schema is served as well, its attribution without HTML', async () => {
    const file = inFolder('shortbread.pmtiles')
    const metadata = {
      vector_layers: [{ id: 'streets' }, { id: 'water_polygons' }],
      attribution:
        '<a href="https://www.openstreetmap.org/copyright" onclick="alert(1)">&copy; OpenStreetMap</a> contributors',
    }
    await writeFile(file, encodePmtiles({ tiles: [streetsTile, { ...streetsTile, x: 1, y: 1 }], metadata }))
    await withMap(file, async (app) => {
      expect((await fetchArchives(app))[1]).toMatchObject({
        schema: 'shortbread',
        min_zoom: 14,
        max_zoom: 14,
        bounds: [9, 45, 10, 46],
        attribution: '© OpenStreetMap contributors',
      })
      const reply = await fetchTile(app, 'streets', streetsTile)
      expect(reply.headers.get('content-encoding')).toBe('gzip')
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(Buffer.from([0x1a, 0x00]))
      expect((await fetchTile(app, 'streets', { ...streetsTile, y: 0 })).status).toBe(204)
    })
  })

  test('another file has other addresses, a copy of the same has the same', async () => {
    const [one, copy, other] = ['one', 'copy', 'other'].map((name) => inFolder(`${name}.mbtiles`)) as [
      string,
      string,
      string,
    ]
    await writeMbtiles(one, omtMetadata, [streetsTile])
    await copyFile(one, copy)
    await writeMbtiles(other, omtMetadata, [{ ...streetsTile, data: gzipSync(Buffer.from([0x1a, 0x01, 0x00])) }])
    const versions = await Promise.all(
      [one, copy, other].map(async (file) => {
        const ground = await openGround({ file, isNamed: true })
        await ground.close()
        return ground.archives.get('streets')?.version
      }),
    )
    expect(versions[1]).toBe(versions[0])
    expect(versions[2]).not.toBe(versions[0])
  })

  test.each(['mbtiles', 'pmtiles'])('a %s file that is cut off while the server runs does not end it', async (kind) => {
    const file = inFolder(`cut.${kind}`)
    const tiles = Array.from({ length: 60 }, (_, index) => ({
      ...streetsTile,
      x: streetsTile.x + index,
      data: gzipSync(Buffer.from(Array.from({ length: 9000 }, (__, place) => (place * index * 7919) % 251)), {
        level: 0,
      }),
    }))
    if (kind === 'mbtiles') await writeMbtiles(file, omtMetadata, tiles)
    else await writeFile(file, encodePmtiles({ tiles, metadata: { vector_layers: omtLayers } }))
    await withMap(file, async (app) => {
      const addresses = await Promise.all(tiles.map((tile) => addressOf(app, 'streets', tile)))
      const { size } = await stat(file)
      const bytes = await readFile(file)
      await truncate(file, Math.floor(size / 3))
      const replies = await Promise.all(addresses.map((address) => fetch(address)))
      const statuses = new Set(replies.map(({ status }) => status))
      expect(statuses).toContain(503)
      for (const reply of replies.filter(({ status }) => status === 503)) {
        expect(reply.headers.get('cache-control')).toBe('no-store')
        expect(reply.headers.get('retry-after')).not.toBeNull()
      }
      expect((await fetchTile(app, 'base', { z: 0, x: 0, y: 0 })).status).toBe(200)
      await writeFile(file, bytes)
      for (const tile of tiles) expect((await fetchTile(app, 'streets', tile)).status).toBe(200)
    })
  })

  test('a file that is deleted, or replaced by one that cannot be served, goes on being served', async () => {
    const file = inFolder('replaced.mbtiles')
    await writeMbtiles(file, omtMetadata, [streetsTile])
    await withMap(file, async (app) => {
      await writeFile(inFolder('garbage'), 'niente')
      await rename(inFolder('garbage'), file)
      expect((await fetchTile(app, 'streets', streetsTile)).status).toBe(200)
      await rm(file)
      expect((await fetchTile(app, 'streets', streetsTile)).status).toBe(200)
    })
  })

  test('a newer file is served as soon as it is there', async () => {
    const file = inFolder('renewed.mbtiles')
    await writeMbtiles(file, omtMetadata, [streetsTile])
    await withMap(file, async (app) => {
      const other = { ...streetsTile, x: streetsTile.x + 1 }
      expect((await fetchTile(app, 'streets', other)).status).toBe(204)
      await writeMbtiles(file, omtMetadata, [streetsTile, other])
      expect((await fetchTile(app, 'streets', other)).status).toBe(200)
    })
  })
})

describe('A file that cannot be the ground stops the start with a line that names MAP_TILES:', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const layers = (...ids: string[]) => JSON.stringify({ vector_layers: ids.map((id) => ({ id })) })
  const mbtiles =
    (metadata: Record<string, string>, data: Buffer = streetsTile.data) =>
    (file: string) =>
      writeMbtiles(file, { ...omtMetadata, ...metadata }, [{ ...streetsTile, data }])
  const pmtiles = (options: Partial<Parameters<typeof encodePmtiles>[0]>) => (file: string) =>
    writeFile(file, encodePmtiles({ tiles: [streetsTile], metadata: { vector_layers: omtLayers }, ...options }))
  const damaged =
    (make: (file: string) => Promise<void>, damage: (bytes: Buffer) => Buffer) => async (file: string) => {
      await make(file)
      await writeFile(file, damage(await readFile(file)))
    }
  const sqlite = (sql: string) => async (file: string) => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }

  test.each<[string, (file: string) => Promise<void>, RegExp]>([
    ['none is there', async () => undefined, /does not exist$/],
    ['a text', (file) => writeFile(file, 'ciao'), /is neither an MBTiles nor a PMTiles file$/],
    ['an empty file', (file) => writeFile(file, ''), /is neither an MBTiles nor a PMTiles file$/],
    ['an SQLite file of something else', sqlite('CREATE TABLE x (y)'), /cannot be read: no such table: metadata$/],
    [
      'an MBTiles file without an index',
      sqlite('CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)'),
      /has no index of its tiles$/,
    ],
    ['MBTiles of pictures', mbtiles({ format: 'png' }, png), /contains pictures \(raster tiles\)/],
    ['MBTiles that call their pictures vector tiles', mbtiles({}, png), /contains pictures \(raster tiles\)/],
    [
      'MBTiles of an unknown schema',
      mbtiles({ json: layers('roads', 'sea') }),
      /OpenMapTiles, Shortbread nor Protomaps \(roads, sea\)$/,
    ],
    ['MBTiles without names of layers', mbtiles({ json: '{' }), /Protomaps \(none\)$/],
    ['MBTiles with absurd zooms', mbtiles({ maxzoom: '99' }), /names no zooms that a map can have$/],
    ['MBTiles that are cut off', damaged(mbtiles({}), (bytes) => bytes.subarray(0, 5000)), /cannot be read: /],
    ['PMTiles of pictures', pmtiles({ tileType: 2 }), /contains pictures \(raster tiles\)/],
    ['PMTiles of another format', pmtiles({ tileType: 6 }), /contains no vector tiles/],
    ['PMTiles that browsers may not decompress', pmtiles({ tileCompression: 3 }), /compressed otherwise than by gzip$/],
    [
      'PMTiles of an unknown schema',
      pmtiles({ metadata: { vector_layers: [{ id: 'roads' }, null, 3] } }),
      /\(roads\)$/,
    ],
    ['PMTiles that are cut off', damaged(pmtiles({}), (bytes) => bytes.subarray(0, 150)), /cannot be read: /],
    [
      'PMTiles with a damaged directory',
      damaged(pmtiles({}), (bytes) =>
        Buffer.concat([bytes.subarray(0, 140), Buffer.alloc(9, 0xff), bytes.subarray(149)]),
      ),
      /cannot be read: /,
    ],
    [
      'PMTiles of version 4',
      damaged(pmtiles({}), (bytes) => Buffer.concat([bytes.subarray(0, 7), Buffer.from([4]), bytes.subarray(8)])),
      /cannot be read: .*version 4/,
    ],
  ])('%s', async (name, make, reason) => {
    const file = inFolder(name.replaceAll(' ', '-'))
    await make(file)
    const error = await openGround({ file, isNamed: true }).then(
      () => null,
      (thrown: Error) => thrown,
    )
    expect(error?.message).toMatch(/^MAP_TILES: \S+ [^\n]+$/)
    expect(error?.message).toMatch(reason)
  })

  test('a folder', async () => {
    await expect(openGround({ file: folder, isNamed: true })).rejects.toThrow(/^MAP_TILES: .* is not a file$/)
  })
})
