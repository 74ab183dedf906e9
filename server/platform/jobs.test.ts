import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { sql } from '#server/testing/sql.ts'
import { FinalFailure } from './final-failure.ts'
import type { JobHandlers } from './job-workers.ts'
import { type JobQueue, createJobQueue } from './jobs.ts'
import { createLog } from './log.ts'

let database: CopiedDatabase
let db: Database
let jobs: JobQueue
const ignore = async () => undefined
const posts: number[] = []
const pushed: number[] = []
const fannedOut: number[] = []
let failures = 0
let mailAttempts = 0
const reset = { started: Promise.withResolvers<void>(), mayFinish: Promise.withResolvers<void>() }
const handlers: JobHandlers = {
  async activity(trx, activities) {
    const numbers = activities.map(({ post }) => post ?? 0)
    await sql`INSERT INTO done SELECT unnest(${numbers}::bigint[])`.execute(trx)
    if (numbers.includes(13) && failures++ === 0) throw new Error('the first attempt')
    posts.push(...numbers)
  },
  async mail({ to }) {
    if (to === 'nobody@example.it') throw new FinalFailure('no such recipient')
    if (mailAttempts++ === 0) throw new Error('not accepted')
  },
  async passwordReset() {
    reset.started.resolve()
    await reset.mayFinish.promise
  },
  async push({ notification }) {
    pushed.push(notification)
  },
  async fanOut(_trx, jobs) {
    fannedOut.push(...jobs.flatMap((job) => ('post' in job ? [job.post] : [])))
  },
  message: ignore,
  pushMessage: ignore,
  emailChange: ignore,
  emailConfirmation: ignore,
  countMap: ignore,
  expireStories: ignore,
  housekeeping: ignore,
  recordFigures: ignore,
  fetchStreets: ignore,
  startBackup: ignore,
}
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  db = connect(database.url)
  await sql`CREATE TABLE done (post bigint)`.execute(db)
  jobs = await createJobQueue(database.url, db, createLog('silent'))
  await jobs.work(handlers)
})
afterAll(async () => {
  await jobs.stop()
  await db.destroy()
  await database.drop()
})

const findDone = async () =>
  (await sql<{ post: number }>`SELECT post FROM done ORDER BY post`.execute(db)).rows.map(({ post }) => post)

test('A job added in a transaction runs after its commit, and never after a rollback', async () => {
  await inTransaction(db, (trx) => jobs.add(trx, 'activity', { post: 1 }))
  await inTransaction(db, async (trx) => {
    await jobs.add(trx, 'activity', { post: 2 })
    throw new Error('no')
  }).catch(ignore)
  await jobs.add(db, 'activity', { post: 3 })
  await expect.poll(findDone).toEqual([1, 3])
})

test('A failed batch of jobs is rolled back and retried, and each job is handled once', async () => {
  await inTransaction(db, async (trx) => {
    for (const post of [12, 13, 14]) await jobs.add(trx, 'activity', { post })
  })
  await expect.poll(findDone).toEqual([1, 3, 12, 13, 14])
  expect(failures).toBe(2)
  expect(posts.toSorted((one, other) => one - other)).toEqual([1, 3, 12, 13, 14])
})

test('Jobs that wait together are processed without a polling interval between them', async () => {
  await inTransaction(db, (trx) =>
    jobs.add(trx, 'push', ...Array.from({ length: 40 }, (_, index) => ({ user: 1, session: 1, notification: index }))),
  )
  await expect.poll(() => pushed.length).toBe(40)
  await inTransaction(db, (trx) =>
    jobs.add(
      trx,
      'fanOut',
      ...Array.from({ length: 40 }, (_, index) => ({ post: index, audience: 'nearby' as const, after: 0 })),
    ),
  )
  await expect.poll(() => fannedOut.length).toBe(40)
})

test('An e-mail that was not accepted is sent again', async () => {
  await jobs.add(db, 'mail', { to: 'ada@example.it', subject: 'Ciao', text: 'Ciao' })
  await expect.poll(() => mailAttempts).toBe(2)
})

test('An e-mail that would be refused again is given up, and the next one is sent', async () => {
  const countMails = async () => (await sql`SELECT 1 FROM pgboss.job WHERE name = 'mail'`.execute(db)).rows.length
  await expect.poll(countMails).toBe(0)
  const before = mailAttempts
  for (const to of ['nobody@example.it', 'ada@example.it'])
    await jobs.add(db, 'mail', { to, subject: 'Ciao', text: 'Ciao' })
  await expect.poll(countMails).toBe(0)
  expect(mailAttempts).toBe(before + 1)
})

test('A stop waits for running jobs', async () => {
  const countRemaining = async () =>
    (await sql`SELECT 1 FROM pgboss.job WHERE name = 'passwordReset'`.execute(db)).rows.length
  await jobs.add(db, 'passwordReset', { email: 'ada@example.it' })
  await reset.started.promise
  const stopped = jobs.stop()
  expect(await countRemaining()).toBe(1)
  reset.mayFinish.resolve()
  await stopped
  expect(await countRemaining()).toBe(0)
})
