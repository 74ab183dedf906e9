import path from 'node:path'
import { expect, test } from 'vitest'
import { configVariables } from './config-variables.ts'
import { readConfig } from './config.ts'

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

/** Of every variable that is not merely a path, which the start checks. */
const wrongValues: Record<string, string[]> = {
  PORT: ['ottanta', '70000', '-1', '80.5', '0x50', '1e3', ' 80'],
  HOST: ['http://localhost', '127.0.0.1:3000', '[::1]', 'due parole', 'localhost/'],
  DATABASE_URL: [
    'mysql://localhost/x',
    'non un indirizzo',
    'postgres:///dintorni',
    'postgres://anna@/dintorni',
    'postgres://db/dintorni?sslmode=prefer',
    'postgres://db/dintorni?sslmode=Require',
    'postgres://db/dintorni?sslmode=verify-ca',
  ],
  MEDIA_URL: [
    '/srv/pictures',
    'https://bucket/x',
    's3://b/p',
    's3://BUCKET/p',
    's3://bucket?region=',
    's3://bucket?x=1',
  ],
  METRICS: ['forse', '9464', '127.0.0.1', '127.0.0.1:70000', 'http://127.0.0.1:9464', '::1:9464'],
  PUBLIC_URL: [
    'dintorni.it',
    'ftp://dintorni.it',
    'https://dintorni.it/sotto/cartella',
    'https://anna:segreta@dintorni.it',
    'https://dintorni.it/?a=1',
    'https://dintorni.it/#a',
  ],
  SMTP_URL: [
    'mail.example.it',
    'http://mail.example.it',
    'smtp:',
    'smtp://utente:p@segreta/word#1@mail.example.it:587',
    'smtp://utente:2/segreta@mail.example.it',
    'smtp://utente:2#segreta@mail.example.it',
    'smtp://utente:2?segreta@mail.example.it',
    'smtp://utente:100%segreta@mail.example.it',
    'smtp://utente@mail.example.it/segreta',
  ],
  OPERATOR_EMAIL: ['anna', 'anna@'],
  OPERATOR_NAME: [
    ' ',
    'a'.repeat(81),
    'Anna\nBcc: tutti@example.it',
    'Anna\rRossi',
    'Anna\u2028Rossi',
    'Anna\u202eRossi',
    'Anna\0Rossi',
  ],
  SERVER_NAME: [' ', 'a'.repeat(31), 'Rione\nSanità'],
  SERVER_DESCRIPTION: ['\t', 'a'.repeat(161)],
  TRUST_PROXY: ['sì', 'yes', 'ON'],
  RATE_LIMITS: ['forse'],
  MAX_POSTS_PER_DAY: ['0', 'tanti', '1000001', '999999999999'],
  MAX_PICTURE_MB_PER_DAY: ['1.5', '0'],
  DEMO: ['no'],
  BACKUP_AT: ['24:00', '3:30', 'notte'],
  BACKUP_KEEP: ['0', 'tutti'],
  LOG_LEVEL: ['verbose', 'trace', 'INFO'],
  CHECK_REPLIES: ['always'],
}
const paths = ['DATA_DIR', 'MAP_TILES', 'BACKUP_DIR', 'SERVER_ICON']

test('Wrong values are tried of every variable', () => {
  expect([...Object.keys(wrongValues), ...paths].toSorted()).toEqual([...configVariables].toSorted())
})

test.each(Object.entries(wrongValues).flatMap(([name, values]) => values.map((value) => [name, value])))(
  'A wrong %s (%j) stops the start with one English line that says what is allowed, and not the value',
  (name, value) => {
    let message = ''
    try {
      readConfig({ [name]: value })
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toMatch(new RegExp(`^${name}: .*\\bm(ust|ay) .*$`))
    expect(message).not.toMatch(/campo|valid|Invalid|expected/)
    expect(message).not.toContain('segreta')
  },
)

test.each([
  ['PUBLIC_URL', 'https://dintorni.it/', 'publicUrl', new URL('https://dintorni.it')],
  ['HOST', '::', 'publicUrl', new URL('http://[::]:3000')],
  ['HOST', 'fe80::1%eth0', 'publicUrl', new URL('http://[fe80::1]:3000')],
  ['TRUST_PROXY', 'true', 'trustProxy', true],
  ['SMTP_URL', 'smtp://utente:p%40ss%2Fword%231@mail.example.it:587', 'smtpUrl', undefined],
  ['SMTP_URL', 'smtps://mail.example.it/?pool=true', 'smtpUrl', undefined],
  ['SMTP_URL', 'smtp://anna@example.it:segreta@mail.example.it', 'smtpUrl', undefined],
  ['DATABASE_URL', 'postgres://anna@/dintorni?host=/run/postgresql', 'databaseUrl', undefined],
  ['DATABASE_URL', 'postgresql://%2Frun%2Fpostgresql/dintorni', 'databaseUrl', undefined],
] as const)('%s=%s is accepted', (name, value, field, expected) => {
  expect(readConfig({ [name]: value })[field]).toEqual(expected ?? value)
})
