import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runAdminCommand } from '#server/testing/harness/admin-command.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'

let database: CopiedDatabase
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
})
afterAll(() => database.drop())

const admin = (...args: string[]) =>
  runAdminCommand(args, { DATABASE_URL: database.url, PUBLIC_URL: 'https://dintorni.example' })
const success = (out: string) => ({ code: 0, out: `${out}\n`, err: '' })
const failure = (err: string) => ({ code: 1, out: '', err: `${err}\n` })

test('The operator opens and closes registrations, and reads how they are', async () => {
  expect(await admin('registrations')).toEqual(success('registrations are open: anybody may register'))
  expect(await admin('registrations', 'invitation')).toEqual(success('registrations are by invitation'))
  expect(await admin('registrations')).toEqual(success('registrations are by invitation'))
})

test('The operator creates an invitation, and gets its link', async () => {
  expect(await admin('invite', '--uses', '3', '--days', '1', '--note', 'per il corso')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(
      /^https:\/\/dintorni\.example\/register#[\w-]{43}\nIt works for 3 people within a day\.\n$/,
    ),
  })
})

test('The operator blocks and unblocks a domain', async () => {
  expect(await admin('block-address', 'Esempio.ORG')).toEqual(
    success('nobody with an address of esempio.org, or of a domain below it, can register any more'),
  )
  expect(await admin('block-address', 'esempio.org')).toEqual(failure('admin: esempio.org is blocked already'))
  expect(await admin('unblock-address', 'esempio.org')).toEqual(success('esempio.org can register again'))
  expect(await admin('unblock-address', 'esempio.org')).toEqual(success('esempio.org is not blocked'))
  expect(await admin('block-address', 'esempio')).toEqual(failure('admin: esempio is no e-mail address and no domain'))
})

test('The operator reads that the list of blocked addresses is full', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`INSERT INTO blocked_addresses (address) SELECT n || '.example' FROM generate_series(1, 10000) n`)
  await client.end()
  expect(await admin('block-address', 'esempio.net')).toEqual(
    failure('admin: esempio.net cannot be blocked: the list has its 10000 entries'),
  )
})

test.each([
  [['registrations', 'half-open']],
  [['registrations', 'open', 'closed']],
  [['invite', 'anna']],
  [['block-address']],
  [['unblock-address', 'a.it', 'b.it']],
])('called with %j, it prints its usage in one line', async (args) => {
  expect(await admin(...args)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Usage: npm run admin -- registrations \[open\|.*\n$/),
  })
})

test.each([
  [['--uses', '0'], '--uses must be a whole number from 1 to 100'],
  [['--uses', '101'], '--uses must be a whole number from 1 to 100'],
  [['--days', '31'], '--days must be a whole number from 1 to 30'],
  [['--days', '1.5'], '--days must be a whole number from 1 to 30'],
])('invite with %j names what is allowed', async (args, line) => {
  expect(await admin('invite', ...args)).toEqual({ code: 1, out: '', err: `admin: ${line}\n` })
})
