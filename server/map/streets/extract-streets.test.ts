import { access, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openGround } from '#server/map/archives/open-ground.ts'
import type { Bounds } from '#server/map/ground.rules.ts'
import { encodeStreets, sea, tileOf } from '#server/testing/fixtures/streets-archive.ts'
import { type RangeServer, startRangeServer } from '#server/testing/harness/range-server.ts'
import { fetchExtract, planExtract } from './extract-streets.ts'
import { httpSource } from './http-source.ts'
import { boundsAround, tileAt } from './streets.rules.ts'

const rimini = { latitude: 44.06, longitude: 12.57 }
const bounds = boundsAround(rimini, 2)
const noPauseMs = 1

const makeArchive = (options: Parameters<typeof encodeStreets>[1] = {}) => encodeStreets(rimini, options)

let folder: string
let server: RangeServer
const archive = makeArchive()
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-streets-'))
})
beforeEach(async () => {
  server = await startRangeServer(archive)
})
afterEach(() => server.close())
afterAll(() => rm(folder, { recursive: true, force: true }))

const plan = (part: Bounds = bounds) => planExtract(httpSource(server.url, { firstPauseMs: noPauseMs }), part)
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
const silent = () => undefined

/** What a server would send of a tile. */
async function readTile(file: string, { z, x, y }: { z: number; x: number; y: number }): Promise<Buffer | null> {
  const ground = await openGround({ file, isNamed: true })
  const tile = await ground.archives.get('streets')!.findTile(z, x, y)
  await ground.close()
  return tile && Buffer.from(tile)
}

test('The streets around Rimini become a file that the map can serve, with every tile there and no other', async () => {
  const file = path.join(folder, 'rimini.mbtiles')
  const extract = await plan()
  expect(extract.bytes).toBeLessThan(archive.length / 2)
  const shown: number[] = []
  await fetchExtract(extract, file, (bytes) => shown.push(bytes))
  expect(shown.at(-1)).toBe(extract.bytes)
  expect(shown).toEqual(shown.toSorted((one, other) => one - other))

  const ground = await openGround({ file, isNamed: true })
  expect(ground.archives.get('streets')).toMatchObject({
    schema: 'protomaps',
    minZoom: 0,
    maxZoom: 14,
    attribution: '© OpenStreetMap',
  })
  expect(ground.archives.get('streets')!.bounds.map((degrees) => degrees.toFixed(3))).toEqual(
    bounds.map((degrees) => degrees.toFixed(3)),
  )
  await ground.close()
  const middle = tileAt(14, [rimini.longitude, rimini.latitude])
  expect(await readTile(file, middle)).toEqual(tileOf(middle.z, middle.x, middle.y))
  expect(await readTile(file, { z: 0, x: 0, y: 0 })).toEqual(tileOf(0, 0, 0))
  expect(await readTile(file, { ...middle, x: middle.x + 1 })).toEqual(sea)
  expect(await readTile(file, { ...middle, x: middle.x - 4 })).toBeNull()
})

test('What the archive stores once is fetched once, and few requests fetch all', async () => {
  const extract = await plan()
  const wanted = extract.ranges.flatMap(({ parts }) => parts)
  expect(new Set(wanted.map(({ offset }) => offset)).size).toBe(wanted.length)
  expect(wanted.some(({ tileIds }) => tileIds.length > 2)).toBe(true)
  server.requests.length = 0
  await fetchExtract(extract, path.join(folder, 'few.mbtiles'), silent)
  expect(server.requests.length).toBe(extract.ranges.length)
  expect(extract.ranges.length).toBeLessThan(wanted.length / 2)
})

test('An interrupted call leaves no file, and the next one fetches only what is missing', async () => {
  const file = path.join(folder, 'interrupted.mbtiles')
  const extract = await plan()
  expect(extract.ranges.length).toBeGreaterThan(2)
  const [last] = extract.ranges.slice(-1)
  server.answer = (_request, response) => {
    if (server.requests.at(-1)![0] !== last!.offset) return false
    response.writeHead(404).end()
    return true
  }
  await expect(fetchExtract(extract, file, silent)).rejects.toThrow('its server answers 404')
  expect(await exists(file)).toBe(false)
  server.answer = null
  const again = await plan()
  server.requests.length = 0
  await fetchExtract(again, file, silent)
  expect(server.requests).toEqual([[last!.offset, last!.length]])
  const middle = tileAt(14, [rimini.longitude, rimini.latitude])
  expect(await readTile(file, middle)).toEqual(tileOf(middle.z, middle.x, middle.y))
})

test('A call that was interrupted before the file got its name ends the next time', async () => {
  const file = path.join(folder, 'unnamed.mbtiles')
  await mkdir(file)
  await expect(fetchExtract(await plan(), file, silent)).rejects.toThrow('EISDIR')
  await rm(file, { recursive: true })
  await fetchExtract(await plan(), file, silent)
  expect(await exists(file)).toBe(true)
})

test('While one call fetches into a file another one is refused, and does the first no harm', async () => {
  const file = path.join(folder, 'shared.mbtiles')
  const extract = await plan()
  let second: unknown
  await fetchExtract(extract, file, () => {
    second ??= fetchExtract({ ...extract, key: 'other' }, file, silent).catch((error: Error) => error)
  })
  expect(await second).toMatchObject({ message: 'is being fetched by another process', kind: 'busy' })
  const middle = tileAt(14, [rimini.longitude, rimini.latitude])
  expect(await readTile(file, middle)).toEqual(tileOf(middle.z, middle.x, middle.y))
})

test('Of another part, or of a newer archive, nothing unfinished is used', async () => {
  const file = path.join(folder, 'other.mbtiles')
  const extract = await plan()
  server.answer = (_request, response) => {
    if (server.requests.at(-1)![0] !== extract.ranges.at(-1)!.offset) return false
    response.writeHead(404).end()
    return true
  }
  await expect(fetchExtract(extract, file, silent)).rejects.toThrow()
  server.answer = null
  server.etag = '"2"'
  const newer = await plan()
  server.requests.length = 0
  await fetchExtract(newer, file, silent)
  expect(server.requests).toHaveLength(newer.ranges.length)
})

test.each<[string, (server: RangeServer) => RangeServer['answer']]>([
  [
    'is cut',
    () => (_request, response) => {
      response.writeHead(206, { 'content-length': 1000 }).write('x')
      response.destroy()
      return true
    },
  ],
  [
    'is too busy',
    () => (_request, response) => {
      response.writeHead(503).end()
      return true
    },
  ],
  [
    'sends less than it says',
    ({ file }) =>
      (_request, response) => {
        response.writeHead(206, { etag: '"1"' }).end(file.subarray(0, 10))
        return true
      },
  ],
])('A request that %s is repeated', async (_what, answerOf) => {
  const extract = await plan()
  const answer = answerOf(server)!
  let failures = 3
  server.answer = (request, response) => failures-- > 0 && answer(request, response)
  await fetchExtract(extract, path.join(folder, `repeated-${performance.now()}.mbtiles`), silent)
  expect(failures).toBeLessThan(0)
})

const answering =
  (status: number, body: Buffer | string = '') =>
  (started: RangeServer) => {
    started.answer = (_request, response) => {
      response.writeHead(status).end(body)
      return true
    }
  }

test.each<[string, (server: RangeServer) => void, RegExp]>([
  ['that is not there', answering(404), /^cannot be fetched: its server answers 404$/],
  ['on a server that is always busy', answering(503), /^cannot be fetched: answers with 503$/],
  ['on a server without ranges', answering(200, archive), /cannot send parts of a file/],
  ['whose server sends without end', answering(206, Buffer.alloc(5_000_000)), /more than was asked for/],
  ['that is a web page', answering(206, '<html>Benvenuti</html>'.padEnd(400)), /Wrong magic number|PMTiles/],
  [
    'of pictures',
    (started) => {
      started.file = makeArchive({ tileType: 2 })
    },
    /contains pictures/,
  ],
  [
    'with unknown layers',
    (started) => {
      started.file = makeArchive({ metadata: { vector_layers: [{ id: 'strade' }] } })
    },
    /nor Protomaps \(strade\)/,
  ],
  [
    'whose directories lead in a circle',
    (started) => {
      started.file = circular()
    },
    /directories without an end/,
  ],
])('An archive %s is refused with one line', async (_what, prepare, reason) => {
  prepare(server)
  await expect(plan()).rejects.toThrow(reason)
})

/** An archive whose directory below the root is the root. */
function circular(): Buffer {
  const file = Buffer.from(makeArchive({ tiles: [{ z: 0, x: 0, y: 0, data: sea }], leafTiles: 1 }))
  const rootOffset = file.readBigUInt64LE(8)
  const rootLength = file.readBigUInt64LE(16)
  // The directories below the root begin where the root does.
  file.writeBigUInt64LE(rootOffset, 40)
  file.writeBigUInt64LE(rootLength, 48)
  return file
}

test('An archive that is replaced while it is fetched is not mixed with the old one', async () => {
  const extract = await plan()
  server.etag = '"2"'
  const file = path.join(folder, 'mixed.mbtiles')
  await expect(fetchExtract(extract, file, silent)).rejects.toThrow('has been replaced meanwhile')
  expect(await exists(file)).toBe(false)
})

test('A part without tiles, and one that is too large, are refused before anything is fetched', async () => {
  await expect(plan([-40, 10, -39, 11])).rejects.toThrow('has nothing there')
  await expect(plan([-180, -80, 180, 80])).rejects.toThrow('choose a smaller part')
})
