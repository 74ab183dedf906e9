import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runAdminCommand } from '#server/testing/harness/admin-command.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'

let database: CopiedDatabase
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
})
afterAll(() => database.drop())

const admin = (...args: string[]) => runAdminCommand(args, { DATABASE_URL: database.url })
const failure = (err: string) => ({ code: 1, out: '', err: `${err}\n` })

test('The operator announces something, sees it listed, and withdraws it once', async () => {
  expect(await admin('announcements')).toMatchObject({ code: 0, out: 'No announcements\n' })
  const announced = await admin('announce', 'Stasera', 'si spegne', '--until', '2027-01-01T10:00Z')
  expect(announced).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(
      /^announcement \d+: everybody sees it within 20 seconds, until 2027-01-01T10:00:00.000Z\n$/,
    ),
  })
  const id = /\d+/.exec(announced.out)![0]
  expect(await admin('announcements')).toMatchObject({ code: 0, out: `${id}  current  Stasera si spegne\n` })
  expect(await admin('end-announcement', id)).toEqual({ code: 0, out: `announcement ${id} is withdrawn\n`, err: '' })
  expect(await admin('end-announcement', id)).toEqual(failure(`admin: announcement ${id} does not exist, or is over`))
})

test('Times that are none, past or too far are refused in one line', async () => {
  expect(await admin('announce', 'Ciao', '--until', 'domani')).toEqual(
    failure('admin: domani is no time, as 2026-12-01T23:00 is one'),
  )
  for (const time of ['2020-01-01', '2040-01-01'])
    expect(await admin('announce', 'Ciao', '--until', time)).toEqual(
      failure('admin: the end must lie within a year from now'),
    )
})

test.each([[['announce']], [['announcements', 'all']], [['end-announcement']], [['end-announcement', 'x']]])(
  'called with %j, it prints its usage in one line',
  async (args) => {
    expect(await admin(...args)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Usage: npm run admin -- announce TEXT .*\n$/),
    })
  },
)
