import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startServer } from '#server/testing/harness/server-process.ts'
import { openDataset, type Dataset } from './open-dataset.ts'

export type ServedDataset = Dataset & { posts: number; url: string; pid: number }

/**
 * Opens a dataset and starts a server on it as in production, in its own process.
 * @param input `isCopy` for benchmarks that write; `environment` overrides the variables of the server.
 */
export async function serveDataset(
  posts: number,
  { isCopy = false, environment = {} }: { isCopy?: boolean; environment?: NodeJS.ProcessEnv } = {},
): Promise<ServedDataset> {
  const dataset = await openDataset(posts, { isCopy })
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-bench-'))
  const server = await startServer({
    DATABASE_URL: dataset.databaseUrl,
    DATA_DIR: dataDir,
    CHECK_REPLIES: 'off',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    ...environment,
  })
  return {
    ...dataset,
    posts,
    url: server.url,
    pid: server.pid,
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
      await dataset.close()
    },
  }
}
