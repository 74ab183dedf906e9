import path from 'node:path'
import { connect } from '#server/database/connect.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import { loadShippedDirectory } from '#server/places/places.actions.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { makeDemo } from '#demo/make-demo.ts'

export type DemoWorld = { url: string; databaseUrl: string; cookie: string; posts: number; close: () => Promise<void> }

/**
 * The demo community on an embedded database of its own, served by a process of its own, with one of its people signed
 * in.
 */
export async function openDemoWorld(folder: string): Promise<DemoWorld> {
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data'))
  await migrate(postgres.url)
  const db = connect(postgres.url, 2)
  await loadShippedDirectory(db)
  const signIn = await makeDemo(db, await createPictureStore(path.join(folder, 'data', 'media')), folder)
  if (!signIn) throw new Error('the database already holds people')
  const { count } = await db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await db.destroy()
  const server = await startServer({
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(folder, 'data'),
    CHECK_REPLIES: 'off',
    LOG_LEVEL: 'info',
  })
  const response = await fetch(`${server.url}/api/auth/login.php`, {
    method: 'POST',
    body: new URLSearchParams(signIn),
  })
  return {
    url: server.url,
    databaseUrl: postgres.url,
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    posts: Number(count),
    async close() {
      await server.stop()
      await postgres.stop()
    },
  }
}
