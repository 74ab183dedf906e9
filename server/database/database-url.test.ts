import { expect, test, vi } from 'vitest'
import pg from 'pg'
import { parseDatabaseUrl, placeOf } from './database-url.ts'

test.each([
  ['postgres://db.example/dintorni', false],
  ['postgres://db.example/dintorni?sslmode=disable', false],
  ['postgres://db.example/dintorni?sslmode=require', { rejectUnauthorized: false }],
  ['postgres://db.example/dintorni?sslmode=verify-full', {}],
])('%s means to the driver what it means to other programs, without a warning', (url, ssl) => {
  const warn = vi.spyOn(process, 'emitWarning')
  const client = new pg.Client({ connectionString: parseDatabaseUrl(url) })
  expect(client.ssl).toEqual(ssl)
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

test.each([
  ['postgres://anna:segreta@db.example/dintorni', 'db.example:5432'],
  ['postgres://[::1]:6432/dintorni', '[::1]:6432'],
  ['postgres://db/dintorni?port=6432', 'db:6432'],
  ['postgres://anna@/dintorni?host=/run/postgresql', '/run/postgresql'],
  ['postgres://%2Frun%2Fpostgresql/dintorni', '/run/postgresql'],
])('%s is at %s', (url, place) => {
  expect(placeOf(url)).toBe(place)
})
