import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runAdminCommand } from '#server/testing/harness/admin-command.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { password } from '#server/testing/fixtures/api-client.ts'

const post = (url: string, call: string, body: object) =>
  fetch(`${url}/api/${call}.php`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const register = (url: string, username: string) =>
  post(url, 'auth/register', { username, email: `${username}@example.it`, password })
const signIn = (url: string, username: string) => post(url, 'auth/login', { email: `${username}@example.it`, password })

let database: CopiedDatabase
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
})
afterAll(() => database.drop())

describe('On an external database', () => {
  const admin = (...args: string[]) => runAdminCommand(args, { DATABASE_URL: database.url })
  const success = (out: string) => ({ code: 0, out: `${out}\n`, err: '' })

  beforeAll(async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-admin-'))
    const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder })
    for (const name of ['Alice.R', 'bruno']) await register(server.url, name)
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('it makes moderators, suspends and lifts, and prints what it did; a repetition changes nothing', async () => {
    expect(await admin('list')).toEqual(success('No moderators, and nobody is suspended'))
    expect(await admin('grant', 'alice.r')).toEqual(success('Alice.R is a moderator now'))
    expect(await admin('grant', 'Alice.R')).toEqual(success('Alice.R is a moderator already'))
    await avoidHourEnd()
    expect(await admin('suspend', 'bruno', 'Insulti', 'ripetuti')).toEqual(success('bruno is suspended now'))
    expect(await admin('suspend', 'bruno')).toEqual(success('bruno is suspended already'))
    expect(await admin('list')).toEqual(
      success(`moderator  Alice.R\nsuspended  bruno  since ${new Date().toISOString().slice(0, 10)}: Insulti ripetuti`),
    )
    expect(await admin('lift', 'bruno')).toEqual(success('bruno is back'))
    expect(await admin('lift', 'bruno')).toEqual(success('bruno is not suspended'))
    expect(await admin('revoke', 'alice.r')).toEqual(success('Alice.R is no moderator any more'))
    expect(await admin('revoke', 'alice.r')).toEqual(success('Alice.R is no moderator'))
    expect(await admin('list')).toEqual(success('No moderators, and nobody is suspended'))
  })

  test('it makes administrators, and moderators of them again', async () => {
    expect(await admin('grant', 'alice.r', 'administrator')).toEqual(success('Alice.R is an administrator now'))
    expect(await admin('grant', 'alice.r', 'administrator')).toEqual(success('Alice.R is an administrator already'))
    expect(await admin('list')).toEqual(success('administrator  Alice.R'))
    expect(await admin('grant', 'alice.r')).toEqual(success('Alice.R is a moderator now'))
  })

  test('an unknown name is refused in one line', async () => {
    expect(await admin('grant', 'nessuno')).toEqual({ code: 1, out: '', err: 'admin: nobody is called nessuno\n' })
  })

  test.each([
    [[], 'Usage: npm run admin -- COMMAND; --help lists the commands'],
    [['grant'], 'Usage: npm run admin -- grant USERNAME [administrator]'],
    [['list', 'alice'], 'Usage: npm run admin -- list'],
    [['promote', 'alice'], 'admin: there is no command promote: npm run admin -- --help lists them'],
    [['constructor', 'alice'], 'admin: there is no command constructor: npm run admin -- --help lists them'],
    [['grant', 'alice', 'bruno'], 'Usage: npm run admin -- grant USERNAME [administrator]'],
    [['revoke', 'alice', 'administrator'], 'Usage: npm run admin -- revoke USERNAME'],
    [['account'], 'Usage: npm run admin -- account USERNAME|ADDRESS'],
    [['delete', 'bruno'], 'admin: this deletes bruno and everything in the account for good: add --yes'],
    [['set-email', 'bruno', 'bruno'], 'admin: bruno is no e-mail address'],
    [['mail-test', 'bruno'], 'admin: bruno is no e-mail address'],
  ])('called with %j, it says in one line what is wrong', async (args, line) => {
    expect(await admin(...args)).toEqual({ code: 1, out: '', err: `${line}\n` })
  })

  test('it shows how somebody signs in, and refuses in one line what cannot be', async () => {
    expect(await admin('account', 'BRUNO@example.it')).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^account        bruno \(\d+\), since \d{4}-\d\d-\d\d\naddress        bruno@example.it, not confirmed\nrole           user\nsecond factor  none\n$/,
      ),
      err: '',
    })
    const refused = (line: string) => ({ code: 1, out: '', err: `admin: ${line}\n` })
    expect(await admin('account', 'x@example.it')).toEqual(refused('nobody is registered as x@example.it'))
    expect(await admin('remove-second-factor', 'bruno')).toEqual(refused('bruno has no second factor'))
    expect(await admin('set-email', 'bruno', 'Alice.R@example.it')).toEqual(
      refused('Alice.R@example.it is registered already: npm run admin -- account Alice.R@example.it shows by whom'),
    )
  })

  test('it refuses a database of another version, and changes nothing', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const digest = async () =>
      JSON.stringify((await client.query('SELECT name, applied_at FROM migrations ORDER BY name')).rows)
    await client.query(`UPDATE migrations SET name = '9999_newer.sql' WHERE name = '0216_ids.sql'`)
    const newer = await digest()
    expect(await admin('list')).toEqual({
      code: 1,
      out: '',
      err: 'admin: migration 9999_newer.sql is in the database but not in this version of Dintorni\n',
    })
    expect(await digest()).toBe(newer)
    await client.query(`DELETE FROM migrations WHERE name = '9999_newer.sql'`)
    const older = await digest()
    expect(await admin('list')).toEqual({
      code: 1,
      out: '',
      err: 'admin: the database is older than this version of Dintorni (1 pending, from 0216_ids.sql): restart the server first, it migrates\n',
    })
    expect(await digest()).toBe(older)
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    expect((await admin('list')).err).toBe('admin: the database is empty: start the server first, it migrates\n')
    await client.end()
  })

  test('it prints its help, and refuses a reason that is too long', async () => {
    expect(await admin('--help')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('makes somebody a moderator'),
    })
    expect(await admin('suspend', 'bruno', 'a'.repeat(501))).toEqual({
      code: 1,
      out: '',
      err: 'admin: a reason has at most 500 characters\n',
    })
  })
})

test('It creates no database where there is none', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-admin-'))
  const dataDir = path.join(folder, 'data')
  const { code, err } = await runAdminCommand(['list'], { DATA_DIR: dataDir, DATABASE_URL: '' })
  expect({ code, err }).toEqual({
    code: 1,
    err: `admin: there is no database in ${dataDir} yet: start the server first\n`,
  })
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('It works beside a server with the embedded database, at once, and starts the database without one', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-admin-'))
  const environment = { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '' }
  const server = await startServer(environment)
  const registered = await register(server.url, 'alice')
  const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const page = await fetch(`${server.url}/api/events`, { headers: { cookie }, signal: AbortSignal.timeout(60_000) })
  const pageEnd = page.text()
  expect(await runAdminCommand(['suspend', 'alice'], environment)).toMatchObject({
    code: 0,
    out: 'alice is suspended now\n',
  })
  await pageEnd
  expect((await signIn(server.url, 'alice')).status).toBe(403)
  expect(await server.stop()).toBe(0)

  expect(await runAdminCommand(['lift', 'alice'], environment)).toEqual({ code: 0, out: 'alice is back\n', err: '' })
  const again = await startServer(environment)
  expect((await signIn(again.url, 'alice')).status).toBe(200)
  await again.stop()
  await rm(folder, { recursive: true, force: true })
})
