import path from 'node:path'
import { makeDemo } from '#demo/make-demo.ts'
import { connect } from '#server/database/connect.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import { openFolderStore } from '#server/media/storage/folder-store.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'
import { startServer } from '#server/testing/harness/server-process.ts'

export type DemoServer = { url: string; databaseUrl: string; sessionCookie: string; close: () => Promise<void> }

/** Starts a server on a new database with the demo community, and signs in one of its people. */
export async function startDemoServer(folder: string): Promise<DemoServer> {
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data'))
  await migrate(postgres.url)
  const db = connect(postgres.url, 2)
  await loadShippedDirectory(db)
  const pictures = createPictureStore(db, await openFolderStore(path.join(folder, 'data', 'media')))
  const credentials = await makeDemo(db, pictures, folder)
  if (!credentials) throw new Error('the database already holds people')
  await db.destroy()
  const server = await startServer({
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(folder, 'data'),
    CHECK_REPLIES: 'off',
    LOG_LEVEL: 'info',
  })
  const response = await fetch(`${server.url}/api/auth/login.php`, {
    method: 'POST',
    body: new URLSearchParams(credentials),
  })
  return {
    url: server.url,
    databaseUrl: postgres.url,
    sessionCookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    async close() {
      await server.stop()
      await postgres.stop()
    },
  }
}
