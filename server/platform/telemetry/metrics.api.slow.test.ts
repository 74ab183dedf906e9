import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { addressOf, type CallName, callNames } from '#contract/call-paths.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { jobNames } from '#server/platform/job-options.ts'
import { createClient, emailOf, type RegisteredClient, registerClient } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type PushService, startPushService } from '#server/testing/fixtures/push-service.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { type MailServer, startMailServer } from '#server/testing/harness/mail-server.ts'
import { findMetricsUrl, readMetrics, type Sample, sumOf } from '#server/testing/harness/metrics-text.ts'
import { exchangeRaw } from '#server/testing/harness/raw-http.ts'
import { type S3Server, startS3Server } from '#server/testing/harness/s3-server.ts'
import { type ServerProcess, startServer, testEnvironment } from '#server/testing/harness/server-process.ts'

const promtool = process.env.PROMTOOL ?? 'promtool'
const urlOf = (name: CallName) => addressOf(name).url
const { DATABASE_URL: _given, ...inherited } = process.env

/** Everything private that the journeys below bring to the server. */
const position = { lat: 45.4641, lon: 9.1903 }
const secrets = {
  name: 'clementina.rossi',
  text: 'Un gelato al pistacchio',
  search: 'pistacchio',
  path: 'via-dei-segreti-12',
  agent: 'Navigatore-di-Clementina/7.0',
  address: '203.0.113.77',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  method: 'SPIARE',
}

let database: CopiedDatabase
let folder: string
let s3: S3Server
/** Refused for now, and for good. */
const refusals: Record<string, number> = { [emailOf('nessuno451')]: 451, [emailOf('nessuno550')]: 550 }
let mailServer: MailServer
let pushService: PushService
let server: ServerProcess
let clementina: RegisteredClient
let samples: Sample[]
let text: string
/** Ids that were in requests and replies. */
const ids: number[] = []

beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-metrics-'))
  s3 = await startS3Server()
  mailServer = await startMailServer((address) => refusals[address] ?? 250)
  pushService = await startPushService()
  server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    METRICS: '127.0.0.1:0',
    TRUST_PROXY: 'on',
    SMTP_URL: mailServer.url,
    MEDIA_URL: s3.mediaUrl('milano'),
    ...s3.environment,
  })
  await makeJourneys()
})
afterAll(async () => {
  await server.stop()
  await database.drop()
  await s3.stop()
  await mailServer.stop()
  pushService.close()
  await rm(folder, { recursive: true })
})

const privateHeaders = {
  'user-agent': secrets.agent,
  'x-forwarded-for': secrets.address,
  forwarded: `for=${secrets.address}`,
  traceparent: `00-${secrets.traceId}-00f067aa0ba902b7-01`,
}

const visit = (address: string, init: RequestInit = {}) =>
  clementina.request(address, { ...init, headers: { ...privateHeaders, ...(init.headers as Record<string, string>) } })

async function makeJourneys(): Promise<void> {
  clementina = await registerClient(server.url, secrets.name)
  const bruno = await registerClient(server.url, 'bruno')
  await bruno.callOk('subscribePush', pushService.subscription)
  const [place] = await clementina.callOk('getNearbyLocations', position)
  const { post } = await bruno.callOk('createSpot', { text: secrets.text, location_id: place!.id })
  const image = await createPhoto()
  const withPhoto = await clementina.callOk('createSpot', { text: secrets.text, location_id: place!.id, image })
  expect(
    (
      await clementina.call('createSpot', {
        text: secrets.text,
        location_id: place!.id,
        image: 'data:image/png;base64,AAAA',
      })
    ).status,
  ).toBe(415)
  await clementina.callOk('getFeed', position)
  await clementina.callOk('getFeed', { ...position, offset: 1 })
  await clementina.callOk('searchPosts', { q: secrets.search })
  await clementina.callOk('likePost', { post_id: post.id })
  expect((await clementina.call('getPost', { post_id: 1 })).status).toBe(404)
  await visit(withPhoto.post.image_url ?? '')
  ids.push(clementina.id, bruno.id, place!.id, post.id, withPhoto.post.id)
  for (const [email, code] of Object.entries(refusals))
    await createClient(server.url).callOk('register', {
      username: `nessuno${code}`,
      email,
      password: 'una lunga frase segreta',
    })
  await makeOddRequests()
  // Counted when it has ended, which is after the other side has received it.
  await vi.waitUntil(hasEndedWork, { timeout: 20_000 })
  await openStreamAndWait()
  ;({ text, samples } = await readMetrics(server))
}

/** Whether the work after the replies has been counted: the requests sent, and the e-mail that cannot be. */
async function hasEndedWork(): Promise<boolean> {
  const now = (await readMetrics(server)).samples
  const ended = [
    ['push', 'done'],
    ['activity', 'done'],
    ['emailConfirmation', 'done'],
    ['emailConfirmation', 'failed'],
    ['emailConfirmation', 'refused'],
  ] as const
  return ended.every(([kind, outcome]) => sumOf(now, 'dintorni_job_duration_seconds_count', { kind, outcome }) > 0)
}

/** Requests as strangers send them: unknown paths, methods, hosts, headers, bytes. */
async function makeOddRequests(): Promise<void> {
  const { path: secretPath, method } = secrets
  for (const address of [
    `/${secretPath}`,
    `/api/${secretPath}.php`,
    `/media/${secretPath}`,
    `/profile/${secretPath}`,
    `/metrics?${secretPath}`,
  ])
    await visit(address)
  await visit(`/map/tiles/${secretPath}/1/2/3/4`)
  await visit(`${urlOf('likePost')}?lat=${position.lat}&${secretPath}=1`)
  await visit(`${urlOf('getFeed')}?lat=${position.lat}&lon=${position.lon}&radius=${secretPath}`)
  for (const unusual of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) await visit(`/api/${secretPath}`, { method: unusual })
  const port = Number(new URL(server.url).port)
  const raw = (line: string) =>
    exchangeRaw(port, `${line} HTTP/1.1\r\nhost: ${secretPath}\r\nconnection: close\r\n\r\n`)
  await raw(`${method} /`)
  await raw(`PROPFIND /${secretPath}`)
  await raw(`GET /%E0%A4%A/${secretPath}`)
  await raw(`GET http://${secretPath}/`)
  await raw(`GET /\\"},${secretPath}="`)
}

/** Opens a page, and closes it when it has been counted. */
async function openStreamAndWait(): Promise<void> {
  const countStreams = async () => sumOf((await readMetrics(server)).samples, 'dintorni_event_streams_open')
  const abort = new AbortController()
  const page = await clementina.request('/api/events', { signal: abort.signal })
  expect(page.status).toBe(200)
  await vi.waitUntil(async () => (await countStreams()) === 1, { timeout: 20_000 })
  abort.abort()
  await vi.waitUntil(async () => (await countStreams()) === 0, { timeout: 20_000 })
}

describe('The metrics of a server on which people have been', () => {
  test('are what Prometheus reads, and named as it likes', () => {
    const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('count calls by route and status, with the time that they took', () => {
    const count = (name: CallName, status: string) =>
      sumOf(samples, 'dintorni_call_duration_seconds_count', { route: urlOf(name), status })
    expect(count('createSpot', '200')).toBe(2)
    expect(count('createSpot', '415')).toBe(1)
    expect(count('getPost', '404')).toBe(1)
    expect(count('register', '200')).toBe(4)
    expect(sumOf(samples, 'dintorni_call_duration_seconds_sum', { route: urlOf('createSpot') })).toBeGreaterThan(0)
    const buckets = samples.filter(
      ({ name, labels }) => name === 'dintorni_call_duration_seconds_bucket' && labels.route === urlOf('register'),
    )
    expect(buckets.at(-1)).toMatchObject({ labels: { le: '+Inf', status: '200' }, value: 4 })
    expect(sumOf(samples, 'dintorni_requests_total', { route: 'none', status: '404' })).toBeGreaterThan(3)
  })

  test('tell how jobs have ended', () => {
    const count = (kind: string, outcome: string) =>
      sumOf(samples, 'dintorni_job_duration_seconds_count', { kind, outcome })
    expect(count('activity', 'done')).toBeGreaterThan(0)
    expect(count('emailConfirmation', 'done')).toBeGreaterThan(0)
    expect(count('emailConfirmation', 'failed')).toBeGreaterThan(0)
    expect(count('emailConfirmation', 'refused')).toBe(1)
  })

  test('tell what the server holds now', () => {
    const value = (name: string, labels: Record<string, string> = {}) => sumOf(samples, name, labels)
    expect(value('dintorni_database_up')).toBe(1)
    expect(value('dintorni_calls_in_flight')).toBe(0)
    expect(value('dintorni_calls_shed_total')).toBe(0)
    expect(value('dintorni_database_connections')).toBeGreaterThan(0)
    expect(value('dintorni_database_connection_waiters')).toBe(0)
    expect(value('dintorni_last_backup_timestamp_seconds')).toBe(0)
    expect(value('dintorni_disk_free_bytes')).toBeGreaterThan(1e6)
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(value('dintorni_jobs', { kind: 'emailConfirmation' })).toBe(1)
  })

  test('have no label with anything of a person, a place, a position or an address', () => {
    // Bounds of buckets, statuses and versions are numbers.
    const numeric = ['le', 'status', 'version', 'major', 'minor', 'patch']
    const written = samples.flatMap(({ labels }) =>
      Object.entries(labels)
        .filter(([label]) => !numeric.includes(label))
        .flat(),
    )
    const all = written.join(' ').toLowerCase()
    for (const secret of [...Object.values(secrets), 'bruno', 'nessuno', 'example.it', '45.4', '9.19', '127.0.0.1'])
      expect(all).not.toContain(secret.toLowerCase())
    for (const id of ids) expect(all).not.toMatch(new RegExp(`\\b${id}\\b`))
    expect(ids).toHaveLength(5)
  })

  test('have labels from a closed set only', () => {
    const allowed = closedLabels()
    const unknown = samples.flatMap(({ name, labels }) =>
      Object.entries(labels)
        .filter(([label, value]) => !allowed[label]?.(value))
        .map((pair) => [name, ...pair]),
    )
    expect(unknown).toEqual([])
  })

  test('do not grow with what strangers ask for', async () => {
    const keysOf = (all: Sample[]) => all.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
    for (let count = 0; count < 30; count++) {
      await visit(`/${secrets.path}-${count}`)
      await visit(`/api/${secrets.path}/${count}`)
      await visit(`/media/${count}`)
      await visit(`/profile/${count}`)
      await visit(`${urlOf('getFeed')}?lat=4${count}.12&lon=9`, { method: count % 2 ? 'GET' : 'HEAD' })
    }
    const added = keysOf((await readMetrics(server)).samples).filter((key) => !keysOf(samples).includes(key))
    // Jobs that have run meanwhile, a kind of garbage collection that is the first of its kind, and no more.
    expect(added.filter((key) => !/^(dintorni_job|nodejs_gc)_duration/.test(key))).toEqual([])
  })

  test('are not on the public address, which knows no such page', async () => {
    const read = async (address: string) => {
      const reply = await fetch(`${server.url}${address}`)
      return { status: reply.status, type: reply.headers.get('content-type'), body: await reply.text() }
    }
    expect(await read('/metrics')).toEqual(await read('/qualcosa'))
    expect((await read('/metrics')).status).toBe(404)
  })

  test('are all that their address serves', async () => {
    const url = findMetricsUrl(server.output())
    for (const [address, method] of [
      ['/', 'GET'],
      ['/api/docs', 'GET'],
      ['/metrics', 'POST'],
      ['/metrics/', 'GET'],
    ] as const)
      expect((await fetch(new URL(address, url), { method })).status).toBe(404)
  })

  test('say that the database is away, and go on without it', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const admin = new pg.Client({ connectionString: database.url.replace(`/${name}`, '/postgres') })
    await admin.connect()
    onTestFinished(() => admin.end())
    const isUp = async () => sumOf((await readMetrics(server)).samples, 'dintorni_database_up')
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    await expect.poll(isUp).toBe(0)
    const away = (await readMetrics(server)).samples
    expect(away.filter(({ name: metric }) => metric === 'dintorni_jobs')).toEqual([])
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    await expect.poll(isUp).toBe(1)
  })
})

/** The values that each label may have: all of them are in the code. */
function closedLabels(): Record<string, (value: string) => boolean> {
  const oneOf = (values: readonly string[]) => (value: string) => values.includes(value)
  // Pages have an id in their path: the route has a pattern for it.
  const pages = Object.values(pagePaths).map((page) => (typeof page === 'string' ? page : page(':id')))
  const files = ['/*', '/media/:file', '/map/ground.json', '/map/tiles/:archive/:version/:z/:x/:y']
  const others = ['none', '/api/events', '/api/export/:token', '/livez', '/readyz']
  const routes = [...callNames.map(urlOf), ...pages, ...files, ...others]
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  return {
    route: oneOf(routes),
    status: (value) => /^[1-5]\d\d$/.test(value),
    outcome: oneOf(['done', 'refused', 'failed']),
    kind: oneOf([...jobNames, 'major', 'minor', 'incremental', 'weakcb']),
    state: oneOf(['waiting', 'active', 'failed']),
    le: (value) => /^(\d+(\.\d+)?|\+Inf)$/.test(value),
    space: (value) =>
      /^(read_only|new|old|code|shared|trusted|shared_trusted|new_large_object|large_object|code_large_object|shared_large_object|shared_trusted_large_object|trusted_large_object)$/.test(
        value,
      ),
    version: oneOf([version, process.version]),
    commit: (value) => /^([\da-f]{7,40})?$/.test(value),
    major: (value) => /^\d+$/.test(value),
    minor: (value) => /^\d+$/.test(value),
    patch: (value) => /^\d+$/.test(value),
  }
}

test('Metrics at loopback are not shown to a page that has its own name point there', async () => {
  const { port } = new URL(findMetricsUrl(server.output()))
  const ask = (host: string) =>
    exchangeRaw(Number(port), `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect(await ask('evil.example')).toMatch(/^HTTP\/1.1 403 /)
  expect(await ask(`localhost:${port}`)).toMatch(/^HTTP\/1.1 200 /)
})

describe('A start', () => {
  const run = (environment: NodeJS.ProcessEnv) => {
    const { status, stderr } = spawnSync('node_modules/.bin/node', ['server/main.ts'], {
      env: {
        ...inherited,
        ...testEnvironment,
        DATA_DIR: path.join(folder, 'none'),
        LOG_LEVEL: 'silent',
        ...environment,
      },
      encoding: 'utf8',
    })
    return { status, stderr }
  }

  test('says in one line that the address of METRICS is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const address = `127.0.0.1:${(taken.address() as AddressInfo).port}`
    expect(run({ METRICS: address })).toEqual({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`^dintorni: METRICS: cannot listen at http://${address} [^\\n]+\n$`)),
    })
  })

  test('says in one line what METRICS may be', () => {
    expect(run({ METRICS: 'sempre' })).toEqual({
      status: 1,
      stderr: 'dintorni: METRICS: must be on, off or HOST:PORT\n',
    })
  })
})
