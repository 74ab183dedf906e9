import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { connect, type Database } from '#server/database/connect.ts'
import { copyDatabase } from '#server/testing/harness/copied-database.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import type { RegisteredClient } from '#server/testing/fixtures/api-client.ts'

/** The server in a process and database of its own, so that its memory can be measured. */
export type IsolatedServer = {
  url: string
  port: number
  db: Database
  /** Resident memory in megabytes. */
  memoryMb: () => Promise<number>
  /** Open connections and files of the process. */
  countOpenFiles: () => Promise<number>
  /** Milliseconds until a client's feed is answered. */
  measureFeedMs: (client: RegisteredClient) => Promise<number>
  close: () => Promise<void>
}

export async function startIsolatedServer(environment: NodeJS.ProcessEnv = {}): Promise<IsolatedServer> {
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
    async memoryMb() {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
      return Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024)
    },
    countOpenFiles: async () => (await readdir(`/proc/${server.pid}/fd`)).length,
    async measureFeedMs(client) {
      const startMs = performance.now()
      const response = await client.request('/api/feed/get_feed.php?lat=45.46&lon=9.19')
      await response.text()
      if (response.status !== 200) throw new Error(`the feed answered ${response.status}`)
      return Math.round(performance.now() - startMs)
    },
    async close() {
      await server.stop()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Requests the feed repeatedly while `work` runs. @returns its result, the slowest feed and the peak memory. */
export async function observeDuring<Result>(
  server: IsolatedServer,
  client: RegisteredClient,
  work: Promise<Result>,
): Promise<{ result: Result; slowestFeedMs: number; peakMemoryMb: number }> {
  const finished = new AbortController()
  const done = work.finally(() => finished.abort())
  let slowestFeedMs = 0
  let peakMemoryMb = 0
  while (!finished.signal.aborted) {
    slowestFeedMs = Math.max(slowestFeedMs, await server.measureFeedMs(client))
    peakMemoryMb = Math.max(peakMemoryMb, await server.memoryMb())
  }
  return { result: await done, slowestFeedMs, peakMemoryMb }
}
