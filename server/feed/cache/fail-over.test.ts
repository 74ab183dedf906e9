import { execFileSync } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { findChanges } from './published-posts.queries.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-fail-over-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const inFolder = (name: string) => path.join(dataDir, name)

async function withDatabase<Result>(work: (db: Database) => Promise<Result>, settings?: string[]): Promise<Result> {
  const postgres = await startEmbeddedPostgres(dataDir, settings)
  const db = connect(postgres.url, 1)
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

const recordChange = (db: Database, authorId: number) =>
  sql`INSERT INTO feed_changes VALUES ('author', ${authorId}, pg_current_xact_id())`.execute(db)

test('After a fail-over that lost transactions, numbers that come again hide no change', async () => {
  await withDatabase((db) =>
    sql`CREATE TABLE feed_changes (subject text, subject_id bigint, changed_by xid8)`.execute(db),
  )
  // PostgreSQL may run as another user, whose files these stay.
  execFileSync('cp', ['-a', inFolder('postgres'), inFolder('standby')])
  const known = await withDatabase(async (db) => {
    for (const lost of [1, 2, 3, 4, 5]) await recordChange(db, lost)
    return (await findChanges(db, null))!.snapshot
  })
  await rename(inFolder('postgres'), inFolder('lost'))
  await rename(inFolder('standby'), inFolder('postgres'))
  // It finds no more of the log, and begins a new timeline: a promotion.
  await writeFile(inFolder('postgres/recovery.signal'), '')
  await withDatabase(
    async (db) => {
      // This change gets a number that the old primary gave to a lost one.
      await recordChange(db, 7)
      expect((await findChanges(db, known))!.changes).toEqual(['everything'])
      const { snapshot } = (await findChanges(db, null))!
      await recordChange(db, 8)
      expect((await findChanges(db, snapshot))!.changes).toEqual(['author:8'])
    },
    ['restore_command=false'],
  )
})
