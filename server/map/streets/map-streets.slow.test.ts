import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { encodePmtiles } from '#server/testing/fixtures/map-files.ts'
import { createTestApp } from '#server/testing/fixtures/test-app.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { type RangeServer, startRangeServer } from '#server/testing/harness/range-server.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'
import { connect } from '#server/database/connect.ts'
import { tileAt } from './streets.rules.ts'

const rootUrl = new URL('../../..', import.meta.url)
const rimini: [number, number] = [12.5653, 44.0594]
const tile = { ...tileAt(14, rimini), data: gzipSync(Buffer.from([0x1a, 0x00])) }
const archive = encodePmtiles({ tiles: [tile], metadata: { vector_layers: [{ id: 'roads' }, { id: 'earth' }] } })

let database: CopiedDatabase
let server: RangeServer
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  const db = connect(database.url, 1)
  await loadShippedDirectory(db)
  await db.destroy()
  server = await startRangeServer(archive)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-streets-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const run = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { ...process.env, INIT_CWD: dataDir, DATABASE_URL: database.url, DATA_DIR: dataDir }
    execFile('node_modules/.bin/node', ['scripts/map-streets.mjs', ...args], { cwd: rootUrl, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
  })

test('The operator fetches the streets of Rimini, and a running server shows them from then on', async () => {
  const app = await createTestApp({ DATA_DIR: dataDir })
  try {
    const readStreets = async () => {
      const ground = (await (await fetch(`${app.url}/map/ground.json`)).json()) as { archives: { id: string }[] }
      return ground.archives.filter(({ id }) => id === 'streets')
    }
    expect(await readStreets()).toEqual([])
    const { code, out } = await run('rimini', '--from', server.url)
    expect(code).toBe(0)
    expect(out).toBe(`${server.url}: 0.0 MB, 1 tiles\n${path.join(dataDir, 'streets.mbtiles')} is complete\n`)
    expect(await readStreets()).toMatchObject([{ schema: 'protomaps', max_zoom: 14 }])
  } finally {
    await app.close()
  }
})

test('A machine without a network gives a file; the plan fetches nothing', async () => {
  await writeFile(path.join(dataDir, 'romagna.pmtiles'), archive)
  const args = ['--bbox', '12.4,43.9,12.8,44.2', '--from', 'romagna.pmtiles']
  expect(await run(...args, '--plan')).toMatchObject({ code: 0, out: 'romagna.pmtiles: 0.0 MB, 1 tiles\n' })
  expect(await readdir(dataDir)).toEqual(['romagna.pmtiles'])
  expect(await run(...args)).toMatchObject({ code: 0 })
  expect(await readdir(dataDir)).toEqual(['romagna.pmtiles', 'streets.mbtiles'])
})

test.each([
  ['no part', [], /^Usage: npm run map:streets -- TOWN/],
  ['a town and a box', ['Rimini', '--bbox', '1,2,3,4'], /^Usage: /],
  ['an option that does not exist', ['Rimini', '--fast'], /^Usage: /],
  ['the beginning of a town', ['Rim'], /^map:streets: the directory has no town Rim: /],
  [
    'a file that is no archive',
    ['Rimini', '--from', import.meta.filename],
    /^map:streets: map-streets.slow.test.ts cannot be read: /,
  ],
  ['a town that nobody knows', ['Atlantide'], /^map:streets: the directory has no town Atlantide: /],
  [
    'a box that is none',
    ['--bbox', '12,44,11,45'],
    /^map:streets: --bbox 12,44,11,45: west,south,east,north in degrees$/,
  ],
  ['too large surroundings', ['Rimini', '--km', '900'], /^map:streets: --km 900: 1 to 200 kilometres$/],
  ['a file that is not there', ['Rimini', '--from', 'nulla.pmtiles'], /^map:streets: nulla.pmtiles is no file/],
])('Called with %s, it says in one line what is wrong', async (_what, args, line) => {
  const { code, out, err } = await run(...args)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err.trimEnd()).toMatch(line)
  expect(err.trimEnd()).not.toContain('\n')
})

test.each(['Palermo', 'forlì', 'Reggio Emilia', 'Bozen', 'L’Aquila'])(
  'An archive that has nothing of %s is refused',
  async (town) => {
    const { code, err } = await run(town, '--from', server.url)
    expect(code).toBe(1)
    expect(err).toBe(`map:streets: ${server.url} has nothing there\n`)
  },
)
