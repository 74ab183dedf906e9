import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { exportConfig } from './export-config.ts'

// The operator takes the settings along.

const environment = {
  PATH: '/usr/bin',
  HOME: '/home/anna',
  npm_config_secret: 'x',
  DATABASE_URL: 'postgres://dintorni:se%23gr%20eto@db.example.it:5432/dintorni?sslmode=require',
  DATA_DIR: './here',
  BACKUP_DIR: 'copies',
  BACKUP_KEEP: '3',
  SMTP_URL: 'smtps://anna:parola@mail.example.it',
  PUBLIC_URL: 'https://dintorni.example.it',
  OPERATOR_NAME: 'Anna «la sindaca» Rossi',
  MEDIA_URL: 's3://pictures/town?endpoint=https://s3.example.it&region=eu',
  AWS_ACCESS_KEY_ID: 'AKIA',
  AWS_SECRET_ACCESS_KEY: 'verysecret',
  METRICS: '',
}

/** Reads lines as systemd and containers do. */
function parse(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

test('A server that starts with the exported settings elsewhere has the same ones', () => {
  const exported = parse(exportConfig(['--secrets'], environment))
  expect(readConfig(exported)).toEqual(readConfig(environment))
  expect(exported).toMatchObject({ DATA_DIR: path.resolve('here'), BACKUP_DIR: path.resolve('copies') })
  expect(exported.AWS_SECRET_ACCESS_KEY).toBe('verysecret')
})

test('Without --secrets no password leaves, and the shape of each value stays', () => {
  const text = exportConfig([], environment)
  for (const secret of ['gr%20eto', 'parola', 'verysecret']) expect(text).not.toContain(secret)
  expect(parse(text)).toMatchObject({
    DATABASE_URL: 'postgres://dintorni:***@db.example.it:5432/dintorni?sslmode=require',
    SMTP_URL: 'smtps://anna:***@mail.example.it',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: '***',
  })
})

test('Variables of other programs are left out, and missing ones are named', () => {
  const text = exportConfig([], environment)
  expect(text).not.toMatch(/^(PATH|HOME|npm_config_secret)=/m)
  expect(text).toContain('# METRICS=\n')
  expect(text).toContain('# PORT=\n')
})

test('Wrong settings, more lines than one and unknown options are refused', () => {
  expect(() => exportConfig([], { ...environment, PORT: 'abc' })).toThrow('PORT: must be a port number')
  expect(() => exportConfig([], { ...environment, AWS_PROFILE: 'a\nb' })).toThrow('AWS_PROFILE has more than one line')
  expect(() => exportConfig(['--all'], environment)).toThrow('Usage: npm run admin -- export-config [--secrets]')
})
