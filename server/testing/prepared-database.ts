import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/database/connect.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'

declare module 'vitest' {
  interface ProvidedContext {
    preparedDatabase: string
  }
}

/** Starts one database for the whole run and prepares what every world is copied from. */
export default async function prepareDatabase(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-test-'))
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data'))
  await migrate(postgres.url)
  const db = connect(postgres.url, 1)
  await loadShippedDirectory(db)
  await sql`ANALYZE`.execute(db)
  await db.destroy()
  project.provide('preparedDatabase', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
