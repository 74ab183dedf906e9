import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import type { JobHandlers } from '#server/platform/job-workers.ts'
import { createJobQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'

// Migrations 0039 and 0040 on a database of the version before, whose queue of activities, its payload and the status
// of
// message requests had other names.

let database: CopiedDatabase
let db: Database
let oldMigrations: string
beforeEach(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  db = connect(database.url)
  await sql`DROP SCHEMA public CASCADE`.execute(db)
  await sql`CREATE SCHEMA public`.execute(db)
  await sql`DROP SCHEMA IF EXISTS pgboss CASCADE`.execute(db)
  oldMigrations = await mkdtemp(path.join(os.tmpdir(), 'dintorni-old-migrations-'))
  const all = fileURLToPath(new URL('../database/migrations/', import.meta.url))
  for (const name of await readdir(all))
    if (name < '0039') await cp(path.join(all, name), path.join(oldMigrations, name))
  await migrate(database.url, pathToFileURL(`${oldMigrations}/`))
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
  await rm(oldMigrations, { recursive: true, force: true })
})

/** Adds jobs to the queue as a server of the version before did. */
async function addOldJobs(payloads: object[]): Promise<void> {
  const boss = new PgBoss({ connectionString: database.url, schema: 'pgboss' })
  await boss.start()
  await boss.createQueue('happening', { retryLimit: 20 })
  for (const payload of payloads) await boss.send('happening', payload)
  await boss.stop({ graceful: false })
}

/** Processes the queue until `count` activities were handled. @returns them. */
async function processActivities(count: number): Promise<JobPayloads['activity'][]> {
  const handled: JobPayloads['activity'][] = []
  const ignore = async () => undefined
  const handlers: JobHandlers = {
    activity: async (_trx, activities) => void handled.push(...activities),
    fanOut: ignore,
    message: ignore,
    push: ignore,
    pushMessage: ignore,
    mail: ignore,
    passwordReset: ignore,
    emailChange: ignore,
    emailConfirmation: ignore,
    backfillHashtags: ignore,
    countMap: ignore,
    expireStories: ignore,
    housekeeping: ignore,
    recordFigures: ignore,
  }
  const jobs = await createJobQueue(database.url, db, createLog('silent'))
  await jobs.work(handlers)
  await expect.poll(() => handled.length).toBe(count)
  await jobs.stop()
  return handled
}

test('Activities queued before an upgrade are handled by the new server', async () => {
  await addOldJobs([{ post: 7, tell: { to: 1, by: 2, of: { kind: 'like', post: 7 } } }, { post: 8 }])
  await migrate(database.url)
  const handled = await processActivities(2)
  expect(handled).toHaveLength(2)
  expect(handled).toContainEqual({
    post: 7,
    notify: { recipientId: 1, actorId: 2, trigger: { kind: 'like', post: 7 } },
  })
  expect(handled).toContainEqual({ post: 8 })
  const queues = await sql<{ name: string }>`
    SELECT name FROM pgboss.queue WHERE name IN ('happening', 'activity')`.execute(db)
  expect(queues.rows).toEqual([{ name: 'activity' }])
})

test('A database without a job queue is upgraded, too', async () => {
  await migrate(database.url)
  expect((await sql`SELECT to_regclass('pgboss.queue') AS queue`.execute(db)).rows).toEqual([{ queue: null }])
})

test('Pending message requests stay pending', async () => {
  await sql`INSERT INTO users (username, email, password_hash)
    VALUES ('anna', 'anna@example.it', ''), ('bruno', 'bruno@example.it', '')`.execute(db)
  await sql`INSERT INTO conversations (low_id, high_id) SELECT min(id), max(id) FROM users`.execute(db)
  await sql`INSERT INTO conversation_members (user_id, other_id, conversation_id, stance)
    SELECT low_id, high_id, id, 'accepted' FROM conversations
    UNION ALL SELECT high_id, low_id, id, 'asked' FROM conversations`.execute(db)
  await migrate(database.url)
  const members = await db.selectFrom('conversation_members').select('request_status').orderBy('user_id').execute()
  expect(members.map(({ request_status }) => request_status)).toEqual(['accepted', 'pending'])
  const constraint = await sql`SELECT convalidated FROM pg_constraint
    WHERE conname = 'conversation_members_request_status_check'`.execute(db)
  expect(constraint.rows).toEqual([{ convalidated: true }])
})
