import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import type { JobHandlers } from './job-workers.ts'
import { type JobQueue, createJobQueue } from './jobs.ts'
import { createLog } from './log.ts'

let database: CopiedDatabase
let db: Database
let jobs: JobQueue
const none = async () => undefined
const posts: number[] = []
const pushed: number[] = []
const fannedOut: number[] = []
let failures = 0
let letters = 0
const reset = { begins: Promise.withResolvers<void>(), mayEnd: Promise.withResolvers<void>() }
const handlers: JobHandlers = {
  async activity(trx, activities) {
    const numbers = activities.map(({ post }) => post ?? 0)
    await sql`INSERT INTO done SELECT unnest(${numbers}::bigint[])`.execute(trx)
    if (numbers.includes(13) && failures++ === 0) throw new Error('thirteen, the first time')
    posts.push(...numbers)
  },
  async mail() {
    if (letters++ === 0) throw new Error('nobody took it')
  },
  async passwordReset() {
    reset.begins.resolve()
    await reset.mayEnd.promise
  },
  async push({ notification }) {
    pushed.push(notification)
  },
  async fanOut(_trx, jobs) {
    fannedOut.push(...jobs.map(({ post }) => post))
  },
  message: none,
  pushMessage: none,
  emailChange: none,
  expireStories: none,
  housekeeping: none,
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

const done = async () =>
  (await sql<{ post: number }>`SELECT post FROM done ORDER BY post`.execute(db)).rows.map(({ post }) => post)

test('What is left to be done in a transaction is done when that is committed, and never when it is not', async () => {
  await inTransaction(db, (trx) => jobs.add(trx, 'activity', { post: 1 }))
  await inTransaction(db, async (trx) => {
    await jobs.add(trx, 'activity', { post: 2 })
    throw new Error('no')
  }).catch(none)
  await jobs.add(db, 'activity', { post: 3 })
  await expect.poll(done, { timeout: 10_000 }).toEqual([1, 3])
})

test('Work that fails is undone and done again, together with what was beside it, and nothing twice', async () => {
  await inTransaction(db, async (trx) => {
    for (const post of [12, 13, 14]) await jobs.add(trx, 'activity', { post })
  })
  await expect.poll(done, { timeout: 20_000 }).toEqual([1, 3, 12, 13, 14])
  expect(failures).toBe(2)
  expect(posts.toSorted((one, other) => one - other)).toEqual([1, 3, 12, 13, 14])
})

test('What waits together is done one after the other, and not one at each look', async () => {
  await inTransaction(db, (trx) =>
    jobs.add(trx, 'push', ...Array.from({ length: 40 }, (_, at) => ({ user: 1, notification: at }))),
  )
  await expect.poll(() => pushed.length, { timeout: 20_000 }).toBe(40)
  await inTransaction(db, (trx) =>
    jobs.add(
      trx,
      'fanOut',
      ...Array.from({ length: 40 }, (_, at) => ({ post: at, audience: 'nearby' as const, after: 0 })),
    ),
  )
  await expect.poll(() => fannedOut.length, { timeout: 20_000 }).toBe(40)
}, 60_000)

test('A letter that nobody takes is tried again', async () => {
  await jobs.add(db, 'mail', { to: 'ada@example.it', subject: 'Ciao', text: 'Ciao' })
  await expect.poll(() => letters, { timeout: 20_000 }).toBe(2)
})

test('A stop waits for the work that is under way', async () => {
  const left = async () => (await sql`SELECT 1 FROM pgboss.job WHERE name = 'passwordReset'`.execute(db)).rows.length
  await jobs.add(db, 'passwordReset', { email: 'ada@example.it' })
  await reset.begins.promise
  const stopped = jobs.stop()
  expect(await left()).toBe(1)
  reset.mayEnd.resolve()
  await stopped
  expect(await left()).toBe(0)
})
