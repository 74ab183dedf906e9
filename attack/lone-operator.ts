import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect, type Database } from '#server/database/connect.ts'
import { findEmbeddedPostgres } from '#server/database/embedded.ts'
import { type NpmStart, runNpmStart } from '#server/testing/harness/npm-start.ts'

/** `npm start` on an embedded database in a folder of its own, which one looks into from the side. */
export type LoneOperator = NpmStart & { dataDir: string; db: Database; close: () => Promise<void> }

export async function openLoneOperator(): Promise<LoneOperator> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-operator-'))
  const operator = await runNpmStart({ DATA_DIR: dataDir })
  await operator.waitUntilReady()
  const db = connect((await findEmbeddedPostgres(dataDir))!, 2)
  return {
    ...operator,
    dataDir,
    db,
    async close() {
      await operator.stop()
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
