import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startServer } from '#server/testing/harness/server-process.ts'
import { openBenchDataset, type BenchDataset } from './open-world.ts'

export type ServedWorld = BenchDataset & { posts: number; url: string; pid: number }

/** A world behind a server as it runs in production, in a process of its own. @param copied to write in. */
export async function serveWorld(posts: number, { copied = false } = {}): Promise<ServedWorld> {
  const world = await openBenchDataset(posts, { copied })
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
  const server = await startServer({
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: dataDir,
    CHECK_REPLIES: 'off',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
  })
  return {
    ...world,
    posts,
    url: server.url,
    pid: server.pid,
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
      await world.close()
    },
  }
}
