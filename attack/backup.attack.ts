import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureFileName, pictureWidths } from '#contract/pictures.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { findEmbeddedPostgres } from '#server/database/embedded.ts'
import { runAdminCommand, startAdminCommand } from '#server/testing/harness/admin-command.ts'
import { expectCountersToMatchRows } from '#server/testing/harness/counters.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { sql } from '#server/testing/sql.ts'
import { createWriteWorkload, findUnpairedPictures } from './clients/write-workload.ts'
import { formatDurations } from './durations.ts'
import { byRunLength, createSeededRandom } from './run-length.ts'
import { startSupervisedServer, type SupervisedServer } from './supervised-server.ts'

// Backups are taken and restored while many write, and are killed in the middle.

const rounds = Number(process.env.ROUNDS ?? byRunLength({ full: 8, brief: 1 }))
const userCount = byRunLength({ full: 40, brief: 8 })
/** Time in which people write before and while a backup is taken. */
const writingMs = byRunLength({ full: 5000, brief: 1500 })

let server: SupervisedServer
let folder: string
const random = createSeededRandom()
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-backups-'))
  server = await startSupervisedServer()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const admin = (dataDir: string, ...args: string[]) => runAdminCommand(args, { DATA_DIR: dataDir, DEMO: 'off' })

type KilledCommand = {
  isReached: () => Promise<boolean>
  isUnfinished: () => Promise<boolean>
  undo: () => Promise<void>
}
/** How often a command may be faster than the one that kills it. */
const maxAttempts = 10

/**
 * Kills a command in the middle: some time after `isReached`. Where its work was done before, which happens on a busy
 * machine, that is undone, and the command is started again and killed sooner.
 */
async function killWhen(
  args: string[],
  dataDir: string,
  { isReached, isUnfinished, undo }: KilledCommand,
): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const command = startAdminCommand(args, { DATA_DIR: dataDir, DEMO: 'off' })
    await expect.poll(isReached, { interval: 1, timeout: 180_000 }).toBe(true)
    await wait((random() * 50) / attempt)
    command.kill()
    await command.ended
    if (await isUnfinished()) return
    await undo()
  }
  throw new Error(`${args.join(' ')} ended ${maxAttempts} times before it was killed`)
}

/** Whether a server refuses to start on what a restore has left. */
async function isHalfRestored(dataDir: string): Promise<boolean> {
  try {
    await (await startServer({ DATA_DIR: dataDir, DEMO: 'off' })).stop()
    return false
  } catch (error) {
    expect((error as Error).message).toContain('a backup is half restored into this database')
    return true
  }
}

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0
const countFiles = async (of: string) => (await readdir(of).catch(() => [])).length

/** Every file of every picture that a row names can be decoded, and there are no others. */
async function expectAllPictures(db: Database, media: string): Promise<number> {
  expect(await findUnpairedPictures(db, await readdir(media))).toEqual({ rowsWithoutFile: [], filesWithoutRow: [] })
  const rows = await sql<{ name: string }>`SELECT name FROM media`.all(db)
  for (const { name } of rows)
    for (const width of pictureWidths)
      await sharp(path.join(media, pictureFileName(name, width)))
        .raw()
        .toBuffer()
  return rows.length
}

async function expectDamageToBeFound(file: string): Promise<void> {
  const damaged = `${file}.damaged`
  await copyFile(file, damaged)
  const handle = await open(damaged, 'r+')
  const at = Math.floor(random() * (await handle.stat()).size)
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at)
  await handle.write(Buffer.from([buffer[0]! ^ (1 << Math.floor(random() * 8))]), 0, 1, at)
  await handle.close()
  expect(await admin(folder, 'verify', damaged), `byte ${at}`).toMatchObject({
    code: 1,
    err: expect.stringContaining('is damaged'),
  })
  await rm(damaged)
}

test(
  `${rounds} times a backup and a restore are killed and repeated: nothing that was acknowledged before is lost`,
  async () => {
    const workload = await createWriteWorkload([server.url], userCount, random)
    const durationsMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const file = path.join(folder, `${round}.tar`)
      const writing = workload.start()
      await wait(writingMs)
      await killWhen(['backup', file], server.dataDir, {
        isReached: async () => (await sizeOf(`${file}.part`)) > 0 || existsSync(file),
        isUnfinished: async () => !existsSync(file),
        undo: () => rm(file),
      })

      // People who have stopped are compared; the others go on writing and deleting.
      await writing.stopHalf()
      const startMs = performance.now()
      expect(await admin(server.dataDir, 'backup', file)).toMatchObject({ code: 0 })
      durationsMs.push(Math.round(performance.now() - startMs))
      await writing.stop()
      expect(await readdir(folder)).toEqual([`${round}.tar`])
      expect(await admin(folder, 'verify', file)).toMatchObject({ code: 0 })
      await expectDamageToBeFound(file)

      const place = path.join(folder, `place-${round}`)
      await killWhen(['restore', file], place, {
        isReached: async () => (await countFiles(path.join(place, 'media'))) > 0,
        isUnfinished: () => isHalfRestored(place),
        undo: () => rm(place, { recursive: true }),
      })
      expect(await admin(place, 'restore', file)).toMatchObject({ code: 0 })

      const restored = await startServer({ DATA_DIR: place })
      const db = connect((await findEmbeddedPostgres(place))!, 2)
      expect(await workload.findLosses(db, 'stopped')).toEqual([])
      await expectCountersToMatchRows(db)
      expect(await expectAllPictures(db, path.join(place, 'media'))).toBeGreaterThan(0)
      await db.destroy()
      expect(await restored.stop()).toBe(0)
      await rm(place, { recursive: true })
      await rm(file)
    }
    expect(await workload.findLosses(server.db)).toEqual([])
    // The files of pictures deleted during a backup have to stay until it ends.
    const orphans = async () =>
      (await findUnpairedPictures(server.db, await readdir(path.join(server.dataDir, 'media')))).filesWithoutRow
    await expect.poll(orphans).toEqual([])
    const { succeeded, failed, statuses } = workload.outcome
    expect(succeeded).toBeGreaterThan(userCount)
    expect([...statuses.keys()].filter((status) => ![200, 404].includes(status))).toEqual([])
    console.log(
      `${succeeded} calls acknowledged, ${failed} without a reply, beside ${rounds} backups of ` +
        formatDurations(durationsMs),
    )
  },
  30 * 60_000,
)
