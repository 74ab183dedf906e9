import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import http from 'node:http'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { addressOf } from '#contract/call-paths.ts'
import { connect } from '#server/database/connect.ts'
import { findEmbeddedPostgres } from '#server/database/embedded.ts'
import { copyDatabase } from '#server/testing/harness/copied-database.ts'
import { type EventStream, openEventStream } from '#server/testing/harness/event-stream.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { type ServerProcess, startServer, testEnvironment } from '#server/testing/harness/server-process.ts'
import { type RegisteredClient, registerClient } from '#server/testing/fixtures/api-client.ts'

// Real servers of two workers and more on an embedded database: every line of their logs names the process that wrote
// it.

const { DATABASE_URL: _given, ...inherited } = process.env
const stopLimitMs = 10_000
/** A worker may take more than twenty seconds to start on a busy machine. */
const workerStartTimeoutMs = 100_000
const noAnswer = 'no answer in time'
const likePath = addressOf('likePost').url

let folder: string
let dataDir: string
let server: ServerProcess
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-processes-'))
  dataDir = path.join(folder, 'data')
  server = await startProcesses()
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a server of two workers in the folder, and waits until both answer. */
const startProcesses = (environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> =>
  startServer({ DATABASE_URL: '', DATA_DIR: dataDir, PROCESSES: '2', ...environment })

type LogLine = { pid?: number; msg: string; route?: string; status?: number }

function readLog({ output }: Pick<ServerProcess, 'output'>): LogLine[] {
  const lines = output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
  return lines.map((line) => JSON.parse(line) as LogLine)
}

/** The processes that have written such lines. */
const pidsOf = (lines: LogLine[]) => [...new Set(lines.map(({ pid }) => pid ?? 0))]
const isListening = ({ msg }: LogLine) => msg.startsWith('Server listening')
const findWorkers = (of: ServerProcess) => pidsOf(readLog(of).filter(isListening)).filter(isAlive)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** PostgreSQL's processes have the cluster as their working directory. */
async function findDatabaseProcesses(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, index) => folders[index] === path.join(dataDir, 'postgres'))
}

async function findMaxConnections(): Promise<number> {
  const url = await findEmbeddedPostgres(dataDir)
  const db = connect(url ?? '', 1)
  const { rows } = await sql<{ max_connections: string }>`SHOW max_connections`.execute(db)
  await db.destroy()
  return Number(rows[0]?.max_connections)
}

type Sent = { path: string; cookie?: string; body?: object }

/** Sends a request on a connection of its own, which the primary hands to the next worker. @returns the status. */
function send(of: ServerProcess, { path: url, cookie = '', body }: Sent): Promise<number> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(url, of.url), { agent: false, method: body ? 'POST' : 'GET', headers })
    request.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    request.once('error', reject).setTimeout(20_000, () => request.destroy(new Error(noAnswer)))
    request.end(body && JSON.stringify(body))
  })
}

const like = (of: ServerProcess, { cookie }: RegisteredClient, postId: number) =>
  send(of, { path: likePath, cookie: cookie(), body: { post_id: postId } })

async function createPost(author: RegisteredClient): Promise<number> {
  const { places } = await author.callOk('searchPlaces', { q: 'Piazza del Duomo', lat: 45.46, lon: 9.19 })
  const { post } = await author.callOk('createSpot', { text: 'Ciao', location_id: places[0]?.id ?? 0 })
  return post.id
}

/** Runs a server until it ends by itself. */
async function runToItsEnd(environment: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  const child = spawn('node_modules/.bin/node', ['server/main.ts'], {
    env: { ...inherited, ...testEnvironment, DATA_DIR: path.join(folder, 'other'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

describe('A server of two processes', () => {
  test('answers in both, and says in its log which of them did', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 8; count++) statuses.push(await send(server, { path: '/readyz' }))
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200))
    // A process writes its log every 100 ms.
    await expect.poll(() => findWorkers(server)).toHaveLength(2)
    const answers = () => pidsOf(readLog(server).filter(({ route }) => route === '/readyz'))
    await expect.poll(() => answers().toSorted()).toEqual(findWorkers(server).toSorted())
    expect(findWorkers(server)).not.toContain(server.pid)
  })

  test('updates open pages on both when something happens on one; when one is killed, only its pages break', async () => {
    const register = (name: string) => registerClient(server.url, name)
    const [anna, bruno, cesare] = await Promise.all([register('anna'), register('bruno'), register('cesare')])
    const postId = await createPost(bruno)
    const pages: EventStream[] = []
    for (let count = 0; count < 6; count++) pages.push(await openEventStream(bruno, `?posts=${postId}`))
    expect(await like(server, anna, postId)).toBe(200)
    for (const page of pages)
      await expect.poll(() => page.dataOf('post')).toContainEqual(expect.objectContaining({ likes_count: 1 }))
    const [killed = 0] = findWorkers(server)
    process.kill(killed, 'SIGKILL')
    await expect
      .poll(() => findWorkers(server).filter((pid) => pid !== killed).length, { timeout: workerStartTimeoutMs })
      .toBe(2)
    const whole = pages.filter((page) => !page.hasEnded())
    expect(whole.length).toBeGreaterThan(0)
    expect(whole.length).toBeLessThan(pages.length)
    expect(await like(server, cesare, postId)).toBe(200)
    for (const page of whole)
      await expect.poll(() => page.dataOf('post')).toContainEqual(expect.objectContaining({ likes_count: 2 }))
  })

  test('goes on when one of them is killed, loses at most the request at hand, and replaces it', async () => {
    const [killed = 0, other = 0] = findWorkers(server)
    process.kill(killed, 'SIGKILL')
    const statuses: (number | string)[] = []
    for (let count = 0; count < 30; count++)
      statuses.push(await send(server, { path: '/readyz' }).catch((error: Error) => error.message))
    expect(statuses).not.toContain(noAnswer)
    expect(statuses.filter((status) => status !== 200).length).toBeLessThanOrEqual(1)
    await expect
      .poll(() => findWorkers(server).filter((pid) => pid !== other).length, { timeout: workerStartTimeoutMs })
      .toBe(1)
    const [replacement] = findWorkers(server).filter((pid) => pid !== other)
    const answersOfIt = () => readLog(server).filter(({ pid, route }) => pid === replacement && route === '/readyz')
    await expect
      .poll(async () => [await send(server, { path: '/readyz' }), answersOfIt().length > 0])
      .toEqual([200, true])
  })

  test('ends with all its processes and its database within ten seconds, also with pages open', async () => {
    const anna = await registerClient(server.url, 'amelia')
    const page = await openEventStream(anna)
    const workers = findWorkers(server)
    expect(await findDatabaseProcesses()).not.toEqual([])
    const startMs = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - startMs).toBeLessThan(stopLimitMs)
    expect(workers.filter(isAlive)).toEqual([])
    expect(await findDatabaseProcesses()).toEqual([])
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    await expect.poll(page.hasEnded).toBe(true)
  })

  test('gives its database, new or not, the connections that its processes need', async () => {
    await server.stop()
    server = await startProcesses()
    expect(await findMaxConnections()).toBe(60)
    await server.stop()
    server = await startProcesses({ PROCESSES: '3', RATE_LIMITS: 'on' })
    expect(await findMaxConnections()).toBe(65)
  })

  test('counts what a person writes in all of them together', async () => {
    const [carla, dario] = await Promise.all([registerClient(server.url, 'carla'), registerClient(server.url, 'dario')])
    const postId = await createPost(dario)
    const statuses: number[] = []
    for (let count = 0; count < 200; count++) statuses.push(await like(server, carla, postId))
    const accepted = statuses.filter((status) => status === 200).length
    // 120 a minute, and an eighth that the workers have not reported yet. If each worker counted alone, all would be
    // accepted.
    expect(accepted).toBeLessThanOrEqual(135)
    expect(accepted).toBeGreaterThanOrEqual(115)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const answeredBy = () => pidsOf(readLog(server).filter(({ route }) => route === likePath))
    await expect.poll(() => answeredBy().toSorted()).toEqual(findWorkers(server).toSorted())
    expect(await like(server, dario, postId)).toBe(200)
  })

  test('leaves no worker behind when its first process is killed, and starts again', async () => {
    const workers = findWorkers(server)
    await server.kill()
    await expect.poll(() => workers.filter(isAlive)).toEqual([])
    server = await startProcesses()
    expect(await send(server, { path: '/readyz' })).toBe(200)
  })

  test('ends in the middle of a start, with its database', async () => {
    await server.stop()
    // The postmaster is the first of its children, a worker the second.
    for (const wanted of [1, 2]) {
      const child = spawn('node_modules/.bin/node', ['server/main.ts'], {
        env: { ...inherited, ...testEnvironment, DATA_DIR: dataDir, PROCESSES: '2' },
        stdio: 'ignore',
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      const exited = once(child, 'exit')
      const findChildren = async () => {
        const file = `/proc/${child.pid}/task/${child.pid}/children`
        return (await readFile(file, 'utf8')).trim().split(' ').filter(Boolean).map(Number)
      }
      await expect
        .poll(async () => (await findChildren()).length, { timeout: workerStartTimeoutMs, interval: 5 })
        .toBeGreaterThanOrEqual(wanted)
      const started = await findChildren()
      const startMs = performance.now()
      child.kill('SIGTERM')
      await exited
      expect(performance.now() - startMs).toBeLessThan(stopLimitMs)
      expect(started.filter(isAlive)).toEqual([])
      expect(await findDatabaseProcesses()).toEqual([])
    }
    server = await startProcesses()
  })
})

describe('A start of several processes', () => {
  test('says in one line that the port is taken', async () => {
    const taken = createServer().listen(await findFreePort(), '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const { code, output } = await runToItsEnd({ PROCESSES: '2', PORT: String(port) })
    expect(output).toBe(`dintorni: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`)
    expect(code).toBe(1)
  })

  test('says in one line why its workers cannot start, and does not try again', async () => {
    const database = await copyDatabase(inject('preparedDatabase'))
    onTestFinished(database.drop)
    const db = connect(database.url, 1)
    await sql`DELETE FROM server_keys WHERE name = 'cursors'`.execute(db)
    await db.destroy()
    const { code, output } = await runToItsEnd({ PROCESSES: '3', DATABASE_URL: database.url, LOG_LEVEL: 'error' })
    expect(output).toBe('dintorni: the database has no key for cursors\n')
    expect(code).toBe(1)
  })

  test('leaves one server of eight that start at once in a new folder, and the others name the reason', async () => {
    const shared = path.join(folder, 'shared')
    const children = Array.from({ length: 8 }, () =>
      spawn('node_modules/.bin/node', ['server/main.ts'], {
        env: { ...inherited, ...testEnvironment, DATA_DIR: shared },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    onTestFinished(() => children.forEach((child) => child.kill('SIGKILL')))
    let output = ''
    for (const { stdout, stderr } of children)
      for (const stream of [stdout, stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await expect.poll(() => output, { timeout: 120_000 }).toContain('Dintorni is ready')
    const isRunning = ({ exitCode, signalCode }: (typeof children)[number]) => exitCode === null && signalCode === null
    await expect.poll(() => children.filter(isRunning).length, { timeout: 120_000 }).toBe(1)
    const refusals = output.split('\n').filter((line) => line.startsWith('dintorni: '))
    expect(refusals).toEqual(
      Array.from({ length: 7 }, () => `dintorni: DATA_DIR ${shared} is in use by another Dintorni server`),
    )
    for (const child of children.filter(isRunning)) {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    }
  })
})
