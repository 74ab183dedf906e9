import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyDatabase } from '#server/testing/harness/copied-database.ts'
import { startServer, testEnvironment } from '#server/testing/harness/server-process.ts'

// An operator who presses Ctrl-C, or a supervisor that gives up, at each step of a start.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-stop-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Starting = { child: ChildProcess; output: () => string; errors: () => string; dataDir: string }

/** Begins a start in a process group of its own, as a shell does. */
function begin(dataDir: string, environment: NodeJS.ProcessEnv = {}): Starting {
  const child = spawn('node_modules/.bin/node', ['server/main.ts'], {
    env: { ...process.env, ...testEnvironment, DATABASE_URL: '', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return { child, output: () => output, errors: () => errors, dataDir }
}

/** Waits without a pause: some steps are short. */
async function waitFor(starting: Starting, hasCome: (starting: Starting) => boolean): Promise<void> {
  while (!hasCome(starting)) {
    if (starting.child.exitCode !== null) throw new Error(`the start ended before: ${starting.errors()}`)
    await nextTurn()
  }
}

const file = (name: string) => (starting: Starting) => existsSync(path.join(starting.dataDir, name))
const line = (text: string) => (starting: Starting) => starting.output().includes(text)
const moreThan = (count: number, folderName: string) => (starting: Starting) => {
  const files = path.join(starting.dataDir, folderName)
  return existsSync(files) && readdirSync(files).length > count
}

const steps: [string, (starting: Starting) => boolean][] = [
  ['its folder is created', file('run')],
  ['the database is initialised', file('postgres.unfinished')],
  ['the database is about to start', file('postgres/PG_VERSION')],
  ['the database starts', file('postgres/postmaster.pid')],
  ['the database accepts connections', file('run/.s.PGSQL.5432')],
  // Beside the three of every cluster.
  ['the database is created', moreThan(3, 'postgres/base')],
  ['the database is migrated', line('Migrating the database: 1 of ')],
  ['the demo community is created', line('Creating the demo community: ')],
  ['pictures of the demo are drawn', moreThan(6, 'media')],
]

test.each(
  steps.flatMap(([step, hasCome]) =>
    (['SIGTERM', 'Ctrl-C'] as const).map((signal) => [signal, step, hasCome] as const),
  ),
)('%s while %s ends the start with 0 and no word, and leaves nothing running', async (signal, step, hasCome) => {
  const dataDir = path.join(folder, `${signal} ${step}`.replaceAll(/\W/g, '-'))
  const starting = begin(dataDir, { DEMO: 'on' })
  const ended = once(starting.child, 'exit')
  await waitFor(starting, hasCome)
  if (signal === 'SIGTERM') starting.child.kill('SIGTERM')
  else process.kill(-starting.child.pid!, 'SIGINT')
  expect([(await ended)[0], starting.errors()]).toEqual([0, ''])
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('A start continues where the one before it was stopped', async () => {
  const dataDir = path.join(folder, 'again')
  for (const [, hasCome] of steps.slice(1, 7)) {
    const starting = begin(dataDir)
    const ended = once(starting.child, 'exit')
    // What the start before has done does not come again.
    await waitFor(starting, (one) => hasCome(one) || line('Dintorni is ready')(one))
    starting.child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  }
  const server = await startServer({ DATABASE_URL: '', DATA_DIR: dataDir })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('SIGTERM while a server begins to listen ends it quietly', async () => {
  const database = await copyDatabase(inject('preparedDatabase'))
  const starting = begin(path.join(folder, 'listening'), { DATABASE_URL: database.url })
  const ended = once(starting.child, 'exit')
  await waitFor(starting, line('Server listening'))
  starting.child.kill('SIGTERM')
  expect([(await ended)[0], starting.errors()]).toEqual([0, ''])
  await database.drop()
})

test('A database that accepts connections and does not answer stops the start with one line, or a signal does', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const environment = { DATABASE_URL: `postgres://anna@127.0.0.1:${port}/dintorni` }
  const waiting = begin(path.join(folder, 'silent'), environment)
  const signalled = begin(path.join(folder, 'signalled'), environment)
  const ends = [waiting, signalled].map(({ child }) => once(child, 'exit'))
  await waitFor(signalled, file('.'))
  signalled.child.kill('SIGTERM')
  const [timedOut, stopped] = await Promise.all(ends)
  expect([timedOut?.[0], waiting.errors()]).toEqual([
    1,
    expect.stringMatching(/^dintorni: DATABASE_URL: no PostgreSQL answers at [^\n]*\n$/),
  ])
  expect([stopped?.[0], signalled.errors()]).toEqual([0, ''])
  silent.close()
})
