import { takeBackupLock } from '#server/database/backup-lock.ts'
import { type CopySession, countOtherSessions, openCopySession } from '#server/database/copy-session.ts'
import {
  beginLoad,
  endLoad,
  findContents,
  loadRows,
  markFinished,
  markMovedAway,
  markUnfinished,
} from '#server/database/load.ts'
import { findUnknownMigration, migrateTo } from '#server/database/migrate.ts'
import {
  beginSnapshot,
  countRows,
  endSnapshot,
  findAppliedNames,
  readRows,
  readTable,
  type Snapshot,
} from '#server/database/snapshot.ts'
import { jobNames, schedules } from '#server/platform/job-options.ts'
import { addJobs } from './add-jobs.ts'
import { findJobTable, waitingJobsSql } from './jobs.queries.ts'

/** Why a database is not moved, in one line. Nothing has been changed. */
export class MoveRefused extends Error {}

/** Numbers of transactions, which mean nothing in another cluster. */
const leftOut = ['feed_changes']

/** Recurring jobs are added again by the next server. */
const movedJobs = jobNames.filter((name) => !Object.hasOwn(schedules, name))

/** `part`: a table, or `indexes` while these are built. Counts of rows and of tables. */
export type MoveProgress = { part: string; rows: number; table: number; tables: number }
type Progress = (progress: MoveProgress) => void
type Addresses = { from: string; to: string }
type Sessions = { source: CopySession; target: CopySession }

/**
 * Copies a database that no server uses into an empty one, with waiting jobs, sessions and all else, and marks the old
 * one, so that no server continues with it. A database that was moved away is replaced: that is the way back. After an
 * interruption the move can be repeated; until it is complete no server starts on the new one. Throws MoveRefused.
 * @returns how many rows were copied.
 */
export async function moveDatabase({ from, to }: Addresses, onProgress: Progress): Promise<number> {
  const source = await openCopySession(from)
  try {
    const target = await openCopySession(to)
    try {
      await refuse({ source, target })
      const snapshot = await beginSnapshot(source, leftOut)
      await markUnfinished(target)
      await migrateTo(to, new Set(snapshot.migrations.map(({ name }) => name)))
      const rows = await copyRows({ source, target }, snapshot, onProgress)
      if (await findJobTable(source))
        for await (const part of readRows(source, waitingJobsSql(movedJobs))) await addJobs(to, movedJobs, part)
      await endSnapshot(source)
      await finish({ source, target })
      return rows
    } finally {
      await target.end().catch(() => undefined)
    }
  } finally {
    await source.end().catch(() => undefined)
  }
}

async function refuse({ source, target }: Sessions): Promise<void> {
  for (const session of [source, target])
    if (!(await takeBackupLock(session))) throw new MoveRefused('a backup or restore of this database is under way')
  const applied = await findAppliedNames(source)
  if (!applied) throw new MoveRefused('there is nothing in this database')
  const unknown = findUnknownMigration(applied)
  if (unknown) throw new MoveRefused(`the database is of a newer version: ${unknown} is unknown here`)
  await refuseUsed(source)
  const { tables, isUnfinished, isMovedAway } = await findContents(target)
  const old = await findContents(source)
  if (old.isUnfinished) throw new MoveRefused('a restore or a move into this database is half done: repeat that first')
  if (old.isMovedAway && !isUnfinished) throw new MoveRefused('this database was moved to another one already')
  if (tables > 0 && !isUnfinished && !isMovedAway)
    throw new MoveRefused(`the new database is not empty: it has ${tables} tables`)
}

/** Rows that a server writes after the copy would be lost. */
async function refuseUsed(source: CopySession): Promise<void> {
  const count = await countOtherSessions(source)
  if (count > 0) throw new MoveRefused(`the database is in use (${count} sessions): stop all servers first`)
}

async function copyRows({ source, target }: Sessions, snapshot: Snapshot, onProgress: Progress): Promise<number> {
  const load = await beginLoad(target)
  const tables = snapshot.tables.length
  let total = 0
  for (const [index, table] of snapshot.tables.entries()) {
    let rows = 0
    for await (const part of readTable(source, table)) {
      await loadRows(load, table, part)
      rows += countRows(part)
      onProgress({ part: table.name, rows, table: index + 1, tables })
    }
    total += rows
  }
  onProgress({ part: 'indexes', rows: total, table: tables, tables })
  await endLoad(load, snapshot.sequences)
  return total
}

/** In this order, so that at no moment servers start on both: a move that ends in between is repeated. */
async function finish({ source, target }: Sessions): Promise<void> {
  await refuseUsed(source)
  await markMovedAway(source)
  await markFinished(target)
}
