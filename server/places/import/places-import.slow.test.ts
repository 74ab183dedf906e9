import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { encodePbf } from '#server/testing/fixtures/encoded-pbf.ts'
import { digestTables } from '#server/testing/harness/table-digests.ts'
import { startServer } from '#server/testing/harness/server-process.ts'

const rootUrl = new URL('../../..', import.meta.url)

let database: CopiedDatabase
let db: Database
let folder: string
beforeEach(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  db = connect(database.url, 2)
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-command-'))
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function writeFixture(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}

function start(args: string[], environment: NodeJS.ProcessEnv = { DATABASE_URL: database.url }): ChildProcess {
  return spawn('node_modules/.bin/node', ['scripts/places-import.mjs', ...args], {
    cwd: rootUrl,
    env: { ...process.env, INIT_CWD: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function collectOutput(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  await once(child, 'close')
  return { code: child.exitCode, out, err }
}

const run = (args: string[], environment?: NodeJS.ProcessEnv) => collectOutput(start(args, environment))

/** A digest of every row of the directory. */
async function digestDirectory(): Promise<string> {
  const { places, place_sources } = await digestTables(db)
  return `${places}, ${place_sources}`
}

/** With 200,000 places the reader still runs when a test has found its process. */
const createCsv = (count: number): string =>
  [
    'id,name,latitude,longitude',
    ...Array.from(
      { length: count },
      (_, index) => `${index},Bar Numero ${index},${36 + (index % 1000) / 100},${8 + (index % 997) / 100}`,
    ),
  ].join('\n')

/** Returns the ids of the processes that run a program on a file. */
async function findProcesses(file: string, program: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    pids.map(async (pid) => [Number(pid), await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')] as const),
  )
  return commands.filter(([, command]) => command.includes(file) && command.includes(program)).map(([pid]) => pid)
}

async function killWhenRunning(file: string, program: string): Promise<void> {
  await expect.poll(() => findProcesses(file, program), { timeout: 20_000, interval: 20 }).not.toEqual([])
  for (const pid of await findProcesses(file, program)) process.kill(pid, 'SIGKILL')
}

test('The command prints the counts of an import in one line; a second import changes nothing', async () => {
  const file = await writeFixture(
    'mappa.osm.pbf',
    encodePbf({
      nodes: [
        { id: 1, lat: 39.5, lon: 12, tags: { name: 'Faro Nuovo', man_made: 'lighthouse' } },
        { id: 2, lat: 39.6, lon: 12, tags: { name: '---', shop: 'yes' } },
      ],
    }),
  )
  expect(await run([file])).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^mappa\.osm\.pbf: 1 new, 0 updated, 0 merged, 0 unchanged, 1 skipped \(.+\)\n$/),
  })
  const before = await digestDirectory()
  expect(await run([file])).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 new, 0 updated, 0 merged, 1 unchanged, 1 skipped'),
  })
  expect(await digestDirectory()).toBe(before)
})

const largeMap = encodePbf({
  nodes: Array.from({ length: 500 }, (_, index) => ({
    id: index + 1,
    lat: 39 + index / 1000,
    lon: 12,
    tags: { name: `Bar ${index}`, amenity: 'bar' },
  })),
})
test.each([
  ['cut.osm.pbf', largeMap.subarray(0, -100), 'is truncated or damaged'],
  [
    'lz4.osm.pbf',
    encodePbf({ nodes: [{ id: 1, lat: 39, lon: 12, tags: { name: 'Bar', amenity: 'bar' } }] }, 'lz4'),
    'LZ4',
  ],
  ['text.osm.pbf', 'Caro diario', 'is not an OpenStreetMap PBF file'],
  ['empty.csv', '', 'is empty'],
  [
    'cut.geojson',
    '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Bar"}, ' +
      '"geometry": {"type": "Point", "coordinates": [12, 39]}},',
    'breaks off',
  ],
  ['cut.csv', `${createCsv(9000)}\n9000,"Bar`, 'is damaged'],
])('%s is refused in one line, and the directory does not change', async (name, content, problem) => {
  const file = await writeFixture(name, content)
  const before = await digestDirectory()
  const { code, out, err } = await run([file])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(new RegExp(`^places:import: ${name} .*${problem}.*\\n$`))
  expect(await digestDirectory()).toBe(before)
})

test.each([
  ['without a file', []],
  ['with two', ['a.csv', 'b.csv']],
  ['with an option that does not exist', ['a.csv', '--fast']],
])('Called %s, it prints its usage in one line', async (_description, args) => {
  expect(await run(args)).toEqual({
    code: 1,
    out: '',
    err: 'Usage: npm run places:import -- FILE [--source NAME] [--licence TEXT] [--as-written]\n',
  })
})

test('It prints its help, and refuses a missing file and a reserved source in one line', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('--licence TEXT') })
  expect(await run([path.join(folder, 'nowhere.csv')])).toEqual({
    code: 1,
    out: '',
    err: 'places:import: nowhere.csv does not exist\n',
  })
  expect(await run([await writeFixture('a.csv', 'x'), '--source', 'osm'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^places:import: osm .+\n$/),
  })
})

test('When the reader is killed, the command reports it and the directory does not change', async () => {
  const file = await writeFixture('many.csv', createCsv(200_000))
  const before = await digestDirectory()
  const child = start([file])
  const end = collectOutput(child)
  await killWhenRunning(file, 'reader-process.ts')
  expect(await end).toEqual({
    code: 1,
    out: '',
    err: 'places:import: many.csv cannot be read: its reader ended with SIGKILL\n',
  })
  expect(await digestDirectory()).toBe(before)
})

test('When the command is killed, the reader ends and the directory does not change', async () => {
  const file = await writeFixture('many.csv', createCsv(200_000))
  const before = await digestDirectory()
  const child = start([file])
  const end = collectOutput(child)
  await expect.poll(() => findProcesses(file, 'reader-process.ts'), { timeout: 20_000, interval: 20 }).not.toEqual([])
  await killWhenRunning(file, 'scripts/places-import.ts')
  expect((await end).code).not.toBe(0)
  await expect.poll(() => findProcesses(file, 'reader-process.ts')).toEqual([])
  expect(await digestDirectory()).toBe(before)
})

test('Two imports at once run one after the other and create no duplicates', async () => {
  const file = await writeFixture('places.csv', createCsv(3000))
  const outputs = (await Promise.all([run([file]), run([file])])).map(({ out }) => out).toSorted()
  expect(outputs).toEqual([
    expect.stringContaining('0 new, 0 updated, 0 merged, 3000 unchanged'),
    expect.stringContaining('3000 new'),
  ])
})

test('It imports into a running server’s embedded database, or starts the database itself', async () => {
  const dataDir = path.join(folder, 'data')
  const file = await writeFixture('places.csv', createCsv(4000))
  const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: '' })
  const statuses = new Set<number>()
  const importing = new AbortController()
  const polling = (async () => {
    while (!importing.signal.aborted) statuses.add((await fetch(new URL('/readyz', server.url))).status)
  })()
  const first = await run([file, '--licence', 'CC0-1.0'], { DATA_DIR: dataDir, DATABASE_URL: '' })
  importing.abort()
  await polling
  expect(first).toMatchObject({ code: 0, err: '', out: expect.stringContaining('4000 new') })
  expect([...statuses]).toEqual([200])
  expect(await server.stop()).toBe(0)
  expect(await run([file], { DATA_DIR: dataDir, DATABASE_URL: '' })).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 new, 4000 updated'),
  })
  expect(await run([file], { DATA_DIR: dataDir, DATABASE_URL: '' })).toMatchObject({
    code: 0,
    out: expect.stringContaining('0 new, 0 updated, 0 merged, 4000 unchanged'),
  })
})
