import path from 'node:path'
import { expect, test } from 'vitest'
import { defaultProcesses, readConfig } from './config.ts'

test('Without variables the configuration has the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    databaseUrl: undefined,
    mapTiles: undefined,
    rateLimits: true,
    maxPostsPerDay: 100,
    maxPictureMbPerDay: 100,
    demo: true,
    backups: undefined,
    trustProxy: false,
  })
  expect(readConfig({}).publicUrl.href).toBe('http://localhost:3000/')
  expect(readConfig({ DATABASE_URL: '' }).databaseUrl).toBeUndefined()
})

test('MAP_TILES is a path from the folder of the start', () => {
  expect(readConfig({ MAP_TILES: 'centro.mbtiles' }).mapTiles).toBe(path.resolve('centro.mbtiles'))
})

test('With BACKUP_DIR alone a backup is taken at half past three, and a week of them is kept', () => {
  const at = { hours: 3, minutes: 30 }
  expect(readConfig({ BACKUP_DIR: 'saved' }).backups).toEqual({ folder: path.resolve('saved'), at, keep: 7 })
  expect(readConfig({ BACKUP_DIR: '/saved', BACKUP_AT: '23:05', BACKUP_KEEP: '2' }).backups).toEqual({
    folder: '/saved',
    at: { hours: 23, minutes: 5 },
    keep: 2,
  })
})

test.each(['BACKUP_AT', 'BACKUP_KEEP'])('%s without BACKUP_DIR stops the start: nothing would be saved', (name) => {
  expect(() => readConfig({ [name]: name === 'BACKUP_AT' ? '04:00' : '3' })).toThrow(
    `BACKUP_DIR: must be set where ${name} is`,
  )
})

test.each([
  [1, 1],
  [3, 1],
  [4, 2],
  [7, 3],
  [32, 16],
  [128, 16],
])('Of %i cores %i processes answer, if the operator does not say how many', (cores, processes) => {
  expect(defaultProcesses(cores)).toBe(processes)
})

test.each([
  ['off', undefined],
  ['', undefined],
  ['on', { host: '127.0.0.1', port: 9464 }],
  ['0.0.0.0:9100', { host: '0.0.0.0', port: 9100 }],
  ['metrics.internal:9464', { host: 'metrics.internal', port: 9464 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
])('METRICS=%s serves metrics at %j', (value, address) => {
  expect(readConfig({ METRICS: value }).metrics).toEqual(address)
})

test('Metrics never share the port of the server', () => {
  expect(() => readConfig({ PORT: '4000', METRICS: '127.0.0.1:4000' })).toThrow(/^METRICS: /)
})

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
test.each([
  [{}, undefined],
  [collector, 1],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' }, 1],
  [{ ...collector, OTEL_SDK_DISABLED: 'true' }, undefined],
  [{ ...collector, OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [{ ...collector, OTEL_TRACES_SAMPLER: 'always_off' }, 0],
  [{ ...collector, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }, 0.25],
])('With %j the share of traces that is sent is %j', (variables, share) => {
  expect(readConfig(variables).tracedShare).toBe(share)
})

test.each([
  ['PORT', 'ottanta'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'non un indirizzo'],
  ['PUBLIC_URL', 'dintorni.it'],
  ['OPERATOR_NAME', ' '],
  ['OPERATOR_NAME', 'a'.repeat(81)],
  ['OPERATOR_NAME', 'Anna\nBcc: tutti@example.it'],
  ['OPERATOR_NAME', 'Anna\rRossi'],
  ['OPERATOR_NAME', 'Anna\u2028Rossi'],
  ['OPERATOR_NAME', 'Anna\u202eRossi'],
  ['OPERATOR_NAME', 'Anna\0Rossi'],
  ['RATE_LIMITS', 'forse'],
  ['MAX_POSTS_PER_DAY', '0'],
  ['MAX_POSTS_PER_DAY', 'tanti'],
  ['MAX_PICTURE_MB_PER_DAY', '1.5'],
  ['TRUST_PROXY', 'sì'],
  ['LOG_LEVEL', 'verbose'],
  ['BACKUP_AT', '24:00'],
  ['BACKUP_AT', '3:30'],
  ['BACKUP_AT', 'notte'],
  ['BACKUP_KEEP', '0'],
  ['BACKUP_KEEP', 'tutti'],
  ['PROCESSES', '0'],
  ['PROCESSES', '65'],
  ['PROCESSES', '1.5'],
  ['PROCESSES', 'tutti'],
  ['METRICS', 'forse'],
  ['METRICS', '9464'],
  ['METRICS', '127.0.0.1'],
  ['METRICS', '127.0.0.1:70000'],
  ['METRICS', 'http://127.0.0.1:9464'],
  ['METRICS', '::1:9464'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
])('An invalid %s (%s) stops the start with an error that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `))
})
