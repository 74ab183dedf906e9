import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { runNpmStart } from '#server/testing/harness/npm-start.ts'
import { startServer, testEnvironment } from '#server/testing/harness/server-process.ts'

// The operator's view: one line when something is wrong, logs without personal data, a clean exit.

let database: CopiedDatabase
let folder = ''
/** The server's own, where a test needs no other. */
let environment: { DATABASE_URL: string; DATA_DIR: string }

beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-start-'))
  environment = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data') }
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('The logs of a whole visit contain no password, token, e-mail address or position', async () => {
  const server = await startServer({ ...environment, LOG_LEVEL: 'debug' })
  const secrets = { email: 'alice.segreta@example.it', password: 'parola.segretissima' }
  const post = (call: string, body: object, headers = {}) =>
    fetch(`${server.url}/api/${call}.php`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const registration = await post('auth/register', { username: 'alice', ...secrets })
  const cookie = registration.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const token = cookie.replace('sid=', '')
  await post('auth/register', { username: 'alice2', ...secrets })
  await post('auth/login', { ...secrets, password: 'sbagliata' })
  await fetch(`${server.url}/api/feed/get_feed.php?lat=45.4641&lon=9.1898&cursor=${token}`, { headers: { cookie } })
  await fetch(`${server.url}/api/location/get_nearby_locations.php?lat=45.4641&lon=9.1898`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await post(
    'posts/create_spot',
    { text: 'Ciao', location_id: 1, latitude: 45.4641, longitude: 9.1898, image: 'x' },
    { cookie },
  )
  await fetch(`${server.url}/reset-password?token=${token}&email=${secrets.email}`)
  await server.stop()
  const log = server.output()
  expect(log.split('\n').filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(5)
  for (const secret of [secrets.email, 'alice', secrets.password, 'sbagliata', token, '45.4641', '9.1898'])
    expect(log).not.toContain(secret)
})

test('An invalid environment variable stops the start with one line that names it', () => {
  const { status, stderr, stdout } = spawnSync('node_modules/.bin/node', ['server/main.ts'], {
    encoding: 'utf8',
    env: { ...process.env, PORT: 'ottanta' },
    timeout: 60_000,
  })
  expect(status).toBe(1)
  expect(stderr.trim()).toBe('dintorni: PORT: must be a port number from 0 to 65535')
  expect(stdout).toBe('')
})

test.each([
  ['HOST', 'nowhere.invalid'],
  ['HOST', '192.0.2.1'],
  ['METRICS', '192.0.2.1:0'],
  ['DATA_DIR', '/etc/passwd'],
  ['DATA_DIR', '/proc/dintorni/data'],
  ['BACKUP_DIR', '/proc/dintorni'],
  ['DATABASE_URL', 'postgres://nowhere.invalid/dintorni'],
])('A %s that the machine does not have (%s) stops the start with one line that names it', (name, value) => {
  const { status, stderr } = spawnSync('node_modules/.bin/node', ['server/main.ts'], {
    encoding: 'utf8',
    env: { ...process.env, ...environment, PORT: '0', LOG_LEVEL: 'silent', [name]: value },
    timeout: 60_000,
  })
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^dintorni: ${name}: [^\\n]*\\bmust [^\\n]*\\n$`)),
  ])
})

test('Variables that Dintorni does not have are named in the log, if they resemble its own', async () => {
  const server = await startServer({ ...environment, SMTP_URI: 'smtp://anna:segreta@mail.example.it' })
  await server.stop()
  expect(server.output()).toContain('variables that Dintorni does not have: SMTP_URI (SMTP_URL?)')
  expect(server.output()).not.toContain('segreta')
})

test('An unreachable database stops the start with one line', () => {
  const { status, stderr } = spawnSync('node_modules/.bin/node', ['server/main.ts'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/none', PORT: '0' },
    timeout: 60_000,
  })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(/^dintorni: DATABASE_URL: .*ECONNREFUSED/)
})

test('A port or data folder already in use stops the start with one line, before anything is created', async () => {
  const first = await startServer({ DATABASE_URL: '', DATA_DIR: path.join(folder, 'first') })
  const start = (variables: object) =>
    spawnSync('node_modules/.bin/node', ['server/main.ts'], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: '', DEMO: 'off', ...variables },
      timeout: 60_000,
    })
  const portTaken = start({ DATA_DIR: path.join(folder, 'second'), PORT: new URL(first.url).port })
  expect([portTaken.status, portTaken.stderr.trim()]).toEqual([
    1,
    expect.stringMatching(/^dintorni: PORT: cannot listen at [^\n]*$/),
  ])
  expect(existsSync(path.join(folder, 'second'))).toBe(false)
  const folderInUse = start({ DATA_DIR: path.join(folder, 'first'), PORT: '0' })
  expect([folderInUse.status, folderInUse.stderr.trim()]).toEqual([
    1,
    expect.stringMatching(/^dintorni: DATA_DIR: .* is in use by another Dintorni server$/),
  ])
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  await first.stop()
})

/** Sends half of a registration to the server; `finish` sends the rest. */
async function beginRegistration(url: string): Promise<{ finish: () => Promise<number | undefined> }> {
  const body = JSON.stringify({ username: 'adele', email: 'adele@example.it', password: 'una lunga frase' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
  const registration = request(`${url}/api/auth/register.php`, { method: 'POST', headers })
  registration.flushHeaders()
  await once(registration, 'continue')
  registration.write(body.slice(0, 20))
  return {
    async finish() {
      registration.end(body.slice(20))
      const [response] = (await once(registration, 'response')) as [IncomingMessage]
      return response.statusCode
    },
  }
}

test('SIGTERM lets requests in flight finish, and the server exits with 0', async () => {
  const server = await startServer(environment)
  const registration = await beginRegistration(server.url)
  const exitCode = server.stop()
  await expect
    .poll(() =>
      fetch(`${server.url}/livez`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .not.toBe(200)
  expect(await registration.finish()).toBe(200)
  expect(await exitCode).toBe(0)
})

test('A server killed under `npm start` is started again, and Ctrl-C ends it', async () => {
  const operator = await runNpmStart(environment)
  await operator.waitUntilReady()
  const killedPid = await operator.serverPid()
  process.kill(killedPid, 'SIGKILL')
  await expect.poll(operator.output).toContain('the server was ended by SIGKILL, and is started again')
  await operator.waitUntilReady()
  expect(await operator.serverPid()).not.toBe(killedPid)
  expect(await operator.stop()).toBe(0)
})

test('Of eight servers that start at once in a new folder one remains, and the others name the reason', async () => {
  const shared = path.join(folder, 'shared')
  const children = Array.from({ length: 8 }, () =>
    spawn('node_modules/.bin/node', ['server/main.ts'], {
      env: { ...process.env, ...testEnvironment, DATABASE_URL: '', DATA_DIR: shared },
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
    Array.from({ length: 7 }, () => `dintorni: DATA_DIR: ${shared} is in use by another Dintorni server`),
  )
  for (const child of children.filter(isRunning)) {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
})
