import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect, type Database } from '#server/database/connect.ts'
import { findEmbeddedPostgres } from '#server/database/embedded.ts'
import { type NpmStart, runNpmStart } from '#server/testing/harness/npm-start.ts'

/** `npm start` with an embedded database in a temporary folder, and a connection to that database. */
export type SupervisedServer = NpmStart & { dataDir: string; db: Database; close: () => Promise<void> }

export async function startSupervisedServer(): Promise<SupervisedServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-supervised-'))
  const server = await runNpmStart({ DATA_DIR: dataDir })
  await server.waitUntilReady()
  const db = connect((await findEmbeddedPostgres(dataDir))!, 2)
  return {
    ...server,
    dataDir,
    db,
    async close() {
      await server.stop()
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
