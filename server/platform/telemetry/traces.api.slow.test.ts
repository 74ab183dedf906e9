import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type RegisteredClient, registerClient } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { startServer } from '#server/testing/harness/server-process.ts'

type Attribute = { key: string; value: { stringValue?: string } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  events: unknown[]
  status: { code?: number; message?: string }
}
type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** A collector for OTLP over HTTP, with JSON. */
type Collector = { url: string; bodies: string[]; paths: string[]; stop: () => void }

async function startCollector(status = 200): Promise<Collector> {
  const bodies: string[] = []
  const paths: string[] = []
  const server: Server = createServer(async (request, response) => {
    paths.push(request.url ?? '')
    bodies.push(await readText(request))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, bodies, paths, stop: () => void server.close() }
}

const secrets = {
  name: 'clementina.rossi',
  text: 'Un gelato al pistacchio',
  path: 'via-dei-segreti-12',
  agent: 'Navigatore-di-Clementina/7.0',
  address: '203.0.113.77',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
}

let database: CopiedDatabase
let folder: string
const start = (environment: NodeJS.ProcessEnv) =>
  startServer({ DATABASE_URL: database.url, DATA_DIR: folder, TRUST_PROXY: 'on', ...environment })
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-traces-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

describe('With a collector, after people have been on the server', () => {
  let collector: Collector
  let clementina: RegisteredClient
  let spans: Span[]
  let sent: string
  let resource: Attribute[]
  const ids: number[] = []

  beforeAll(async () => {
    collector = await startCollector()
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment=prova',
    })
    clementina = await registerClient(server.url, secrets.name)
    const [place] = await clementina.callOk('getNearbyLocations', { lat: 45.4641, lon: 9.1903 })
    const { post } = await clementina.callOk('createSpot', {
      text: secrets.text,
      location_id: place!.id,
      image: await createPhoto(),
    })
    const bruno = await registerClient(server.url, 'bruno')
    await bruno.callOk('likePost', { post_id: post.id })
    await bruno.call('getPost', { post_id: 1 })
    ids.push(clementina.id, bruno.id, post.id, place!.id)
    const headers = {
      'user-agent': secrets.agent,
      'x-forwarded-for': secrets.address,
      traceparent: `00-${secrets.traceId}-00f067aa0ba902b7-01`,
      baggage: `who=${secrets.name}`,
    }
    await clementina.request(`/api/feed/get_feed.php?lat=45.4641&lon=9.1903&why=${secrets.path}`, { headers })
    await clementina.request(`/${secrets.path}`, { headers })
    await vi.waitUntil(() => collector.bodies.join('').includes('job activity'), { timeout: 30_000 })
    // The remaining spans are sent at the end.
    await server.stop()
    sent = collector.bodies.join('\n')
    const exports = collector.bodies.map((body) => JSON.parse(body) as Export)
    const resourceSpans = exports.flatMap((one) => one.resourceSpans)
    spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    resource = resourceSpans[0]?.resource.attributes ?? []
  })
  afterAll(() => collector.stop())

  const find = (name: string) => spans.find((span) => span.name === name)
  const outcomeOf = (span?: Span) => span?.attributes.find(({ key }) => key === 'dintorni.outcome')?.value.stringValue

  test('calls arrive as spans, with their queries below them', () => {
    const call = find('call getFeed')
    const below = spans.filter(({ traceId, name }) => traceId === call?.traceId && name.startsWith('query '))
    expect(call).toMatchObject({ kind: 2, name: 'call getFeed' })
    expect(call?.parentSpanId ?? '').toBe('')
    expect(below.map(({ parentSpanId }) => parentSpanId)).toContain(call?.spanId)
    expect(outcomeOf(call)).toBe('done')
    expect(outcomeOf(find('call getPost'))).toBe('refused')
    expect(find('call getPost')?.status).not.toMatchObject({ code: 2 })
  })

  test('jobs and pictures arrive too', () => {
    expect(outcomeOf(find('job activity'))).toBe('done')
    expect(outcomeOf(find('picture render'))).toBe('done')
    expect(outcomeOf(find('store put'))).toBe('done')
  })

  test('they go to the address and under the name that the standard variables say', () => {
    expect(new Set(collector.paths)).toEqual(new Set(['/v1/traces']))
    const values = Object.fromEntries(resource.map(({ key, value }) => [key, value.stringValue]))
    expect(values).toMatchObject({ 'service.name': 'dintorni', deployment: 'prova' })
  })

  test('nothing of a person, place, position or address is in them', () => {
    for (const secret of [
      ...Object.values(secrets),
      'bruno',
      'example.it',
      '45.46',
      '9.19',
      '127.0.0.1',
      os.hostname(),
    ])
      expect(sent).not.toContain(secret)
    // Times are numbers of nineteen digits, and identifiers of spans are random.
    const texts = spans.map(({ name, attributes, events, status }) =>
      JSON.stringify({ name, attributes, events, status }),
    )
    for (const id of ids) expect(texts.filter((text) => new RegExp(`\\b${id}\\b`).test(text))).toEqual([])
    expect(new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))).toEqual(
      new Set(['dintorni.outcome']),
    )
    expect(spans.filter(({ events }) => events.length > 0)).toEqual([])
    expect(spans.filter(({ status }) => status.message !== undefined)).toEqual([])
  })
})

test('A collector that refuses is in the log, and holds nobody up', async () => {
  const collector = await startCollector(400)
  const server = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/elsewhere` })
  await registerClient(server.url, 'dario')
  await expect.poll(server.output, { timeout: 30_000 }).toContain('the collector of traces does not accept them')
  expect(await server.stop()).toBe(0)
  expect(collector.paths[0]).toBe('/elsewhere')
  collector.stop()
})

/** Has a process write the address of every module that it loads. */
const printModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context) } })
`)}`

test.each([
  ['neither', {}, { 'prom-client': false, '@opentelemetry/sdk-trace': false }],
  ['metrics', { METRICS: '127.0.0.1:0' }, { 'prom-client': true, '@opentelemetry/sdk-trace': false }],
  [
    'traces',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    { 'prom-client': false, '@opentelemetry/sdk-trace': true },
  ],
])('A server that is asked for %s loads no other library', async (_what, environment, expected) => {
  const server = await start({ ...environment, NODE_OPTIONS: `--import=${printModules}` })
  await server.stop()
  const modules = Object.keys(expected)
  expect(Object.fromEntries(modules.map((name) => [name, server.output().includes(`/node_modules/${name}/`)]))).toEqual(
    expected,
  )
})
