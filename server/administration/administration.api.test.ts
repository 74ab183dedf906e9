import pg from 'pg'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { takeBackupLock } from '#server/database/backup-lock.ts'
import { noTelemetry } from '#server/platform/telemetry/telemetry.ts'
import { useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'
import { avoidHourEnd } from '#server/testing/harness/hour-end.ts'
import { sql } from '#server/testing/sql.ts'
import { createErrorCounter } from './error-counter.ts'
import { deleteOldErrors, deleteOldFigures, upsertFigures } from './figures.queries.ts'

const app = useTestApp()
const [ada, alice] = useUsers(app, 'ada', 'alice')
beforeAll(async () => {
  await ada.makeAdministrator()
  // A server that starts takes its first figures: they must not come later.
  await vi.waitUntil(async () => (await readOverview()).counted !== null, { timeout: 15_000 })
})
beforeEach(async () => {
  await avoidHourEnd()
  for (const table of ['hourly_figures', 'hourly_errors', 'backups', 'backup_requests'])
    await sql`DELETE FROM ${sql.id(table)}`.execute(app.db)
  await upsertFigures(app.db)
})

const readOverview = async () => (await ada.callOk('getOverview', {})).overview

test('The overview counts people, posts and pictures, and says what the server is', async () => {
  await alice.createPost('Ciao')
  const { id } = await alice.createPost('Compra!')
  await ada.callOk('report', { target_type: 'post', target_id: id, reason: 'spam' })
  await upsertFigures(app.db)
  const overview = await readOverview()
  expect(overview).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+( \([\da-f]+\))?$/),
    counted: { people: 2, active_people: 2, posts: 2, pictures: 0 },
    open_reports: 1,
    errors: [],
  })
  expect(overview.days).toEqual([
    {
      day: new Date().toISOString().slice(0, 10),
      new_people: 2,
      new_posts: 2,
      active_people: 2,
      open_reports: 1,
      database_bytes: expect.any(Number),
    },
  ])
  expect(overview.database_bytes).toBeGreaterThan(1_000_000)
  expect(overview.disk.free_bytes).toBeGreaterThan(0)
  expect(overview.disk.total_bytes).toBeGreaterThanOrEqual(overview.disk.free_bytes)
  expect(overview.hours).toHaveLength(24)
})

test('A day adds up what came in its hours, and ends as its last hour', async () => {
  const hour = (ago: string, newPosts: number, bytes: number) =>
    sql`
    INSERT INTO hourly_figures (hour, people, active_people, posts, pictures, new_people, new_posts, database_bytes,
      waiting_jobs, open_reports)
    VALUES ((now() AT TIME ZONE 'UTC')::date - 2 + ${ago}::interval, 1, 1, 1, 1, 1, ${newPosts}, ${bytes}, 0, 0)`.execute(
      app.db,
    )
  await hour('5 hours', 3, 100)
  await hour('1 hour', 4, 200)
  expect((await readOverview()).days[0]).toMatchObject({ new_posts: 7, new_people: 2, database_bytes: 100 })
})

test('Errors of requests and jobs are counted by route and kind; refusals are none', async () => {
  const counter = createErrorCounter(app.db)
  const { countReply, countJob } = counter.watch(noTelemetry)
  for (const status of [200, 404, 429, 500, 503]) countReply({ route: '/api/feed/get_feed.php', status, seconds: 0 })
  for (const outcome of ['done', 'refused', 'failed'] as const) countJob({ kind: 'mail', outcome, seconds: 0 })
  await counter.stop()
  const { errors, hours } = await readOverview()
  expect(errors).toEqual([
    { name: '/api/feed/get_feed.php', count: 2 },
    { name: 'job mail', count: 1 },
  ])
  expect(hours.at(-1)?.errors).toBe(3)
})

test('A request that fails is counted, and an error that cannot be written is not lost', async () => {
  const counter = createErrorCounter(app.db)
  const { countReply } = counter.watch(noTelemetry)
  await sql`ALTER TABLE hourly_errors RENAME TO away`.execute(app.db)
  countReply({ route: undefined, status: 500, seconds: 0 })
  await counter.stop()
  await sql`ALTER TABLE away RENAME TO hourly_errors`.execute(app.db)
  await counter.stop()
  expect((await readOverview()).errors).toEqual([{ name: 'none', count: 1 }])
})

test('Figures and errors go after 90 days', async () => {
  await sql`UPDATE hourly_figures SET hour = hour - interval '91 days'`.execute(app.db)
  await sql`INSERT INTO hourly_errors VALUES (now() - interval '91 days', 'none', 1)`.execute(app.db)
  await deleteOldFigures(app.db)
  await deleteOldErrors(app.db)
  const rows = await sql`SELECT hour FROM hourly_figures UNION ALL SELECT hour FROM hourly_errors`.execute(app.db)
  expect(rows.rows).toEqual([])
})

test('On a server that takes no backups, none can be requested', async () => {
  expect((await readOverview()).backup).toEqual({
    is_scheduled: false,
    is_requested: false,
    is_running: false,
    last_at: null,
    last_bytes: null,
    failure: null,
  })
  expect(await ada.call('requestBackup', {})).toMatchObject({ status: 409, body: { error: /BACKUP_DIR/ } })
})

test('The overview shows the last backup, and a failure after it', async () => {
  await sql`INSERT INTO backups (begun_at, ended_at, file, bytes) VALUES (now() - interval '2 hours', now() - interval '1 hour', 'a', 5)`.execute(
    app.db,
  )
  expect((await readOverview()).backup).toMatchObject({ last_bytes: 5, failure: null })
  await sql`INSERT INTO backups (ended_at, file, failure) VALUES (now(), 'b', 'disk full')`.execute(app.db)
  expect((await readOverview()).backup).toMatchObject({ last_bytes: 5, failure: 'disk full' })
})

test('The overview shows that a backup is being taken, also one that the operator takes by hand', async () => {
  const session = new pg.Client(app.databaseUrl)
  await session.connect()
  try {
    expect(await takeBackupLock(session)).toBe(true)
    expect((await readOverview()).backup).toMatchObject({ is_running: true })
  } finally {
    await session.end()
  }
  await expect.poll(async () => (await readOverview()).backup.is_running).toBe(false)
})
