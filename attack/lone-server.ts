import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { copyDatabase } from '#server/testing/harness/copied-database.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import type { Somebody } from './somebody.ts'

/** The real server as a process of its own, so that its memory is its own. */
export type LoneServer = {
  url: string
  port: number
  db: Database
  /** Megabytes that the process holds. */
  memory: () => Promise<number>
  /** Connections and files that the process has open. */
  openFiles: () => Promise<number>
  /** Milliseconds until somebody's feed is answered. */
  feedTime: (of: Somebody) => Promise<number>
  close: () => Promise<void>
}

export async function openLoneServer(environment: NodeJS.ProcessEnv = {}): Promise<LoneServer> {
  const database = await copyDatabase(inject('preparedDatabase'))
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-attack-'))
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    CHECK_REPLIES: 'off',
    ...environment,
  })
  const db = connect(database.url, 3)
  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    db,
    async memory() {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
      return Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024)
    },
    openFiles: async () => (await readdir(`/proc/${server.pid}/fd`)).length,
    async feedTime(somebody) {
      const from = performance.now()
      const response = await somebody.request('/api/feed/get_feed.php?lat=45.46&lon=9.19')
      await response.text()
      if (response.status !== 200) throw new Error(`the feed answered ${response.status}`)
      return Math.round(performance.now() - from)
    },
    async close() {
      await server.stop()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Asks again and again while something goes on. @returns what it gave, and the longest that a feed took. */
export async function meanwhile<Result>(
  server: LoneServer,
  somebody: Somebody,
  work: Promise<Result>,
): Promise<{ result: Result; slowest: number; most: number }> {
  const under = new AbortController()
  const done = work.finally(() => under.abort())
  let [slowest, most] = [0, 0]
  while (!under.signal.aborted) {
    slowest = Math.max(slowest, await server.feedTime(somebody))
    most = Math.max(most, await server.memory())
  }
  return { result: await done, slowest, most }
}
