import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-embedded-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const query = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
const postmasterPid = async () =>
  Number((await readFile(path.join(folder, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')[0])

test('A database starts in a new folder, which only its owner may enter, and keeps its data', async () => {
  const dataDir = path.join(folder, 'srv', 'dintorni', 'data')
  const first = await startEmbeddedPostgres(dataDir)
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  await first.stop()
  const second = await startEmbeddedPostgres(dataDir)
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  await second.stop()
})

test('A second server on the same folder is refused, and the first keeps running', async () => {
  const first = await startEmbeddedPostgres(path.join(folder, 'data'))
  await expect(startEmbeddedPostgres(path.join(folder, 'data'))).rejects.toThrow('is in use by another Dintorni server')
  expect(await query(first.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await first.stop()
})

test('A database starts after a first start that was interrupted', async () => {
  const first = await startEmbeddedPostgres(path.join(folder, 'data'))
  await first.stop()
  await rm(path.join(folder, 'data/postgres'), { recursive: true })
  execFileSync('mkdir', ['-p', path.join(folder, 'data/postgres.unfinished/base')])
  const second = await startEmbeddedPostgres(path.join(folder, 'data'))
  expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await second.stop()
  expect(await readdir(path.join(folder, 'data'))).not.toContain('postgres.unfinished')
})

test('A database that is killed is restarted', async () => {
  const server = await startEmbeddedPostgres(path.join(folder, 'data'))
  await query(server.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  process.kill(await postmasterPid(), 'SIGKILL')
  await expect.poll(() => query(server.url, 'SELECT n FROM kept').catch(() => null)).toEqual([{ n: 7 }])
  await server.stop()
})

test('No acknowledged row is lost when the server is killed', async () => {
  const script = path.join(folder, 'writer.ts')
  const source = path.resolve('server/database/embedded.ts')
  await writeFile(
    script,
    `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(source)})
    const { default: pg } = await import(${JSON.stringify(path.resolve('node_modules/pg/esm/index.mjs'))})
    const { url } = await startEmbeddedPostgres(${JSON.stringify(path.join(folder, 'data'))})
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('CREATE TABLE IF NOT EXISTS acknowledged (n int)')
    for (let n = 1; ; n++) {
      await client.query('INSERT INTO acknowledged VALUES ($1)', [n])
      process.stdout.write(n + '\\n')
    }
  `,
  )
  const writer = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let acknowledged = 0
  writer.stdout.on('data', (chunk: Buffer) => {
    acknowledged = Number(chunk.toString().trim().split('\n').at(-1))
  })
  await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(200)
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  const server = await startEmbeddedPostgres(path.join(folder, 'data'))
  const [row] = await query<{ count: number }>(server.url, 'SELECT count(DISTINCT n)::int AS count FROM acknowledged')
  expect(row?.count).toBeGreaterThanOrEqual(acknowledged)
  await server.stop()
})
