import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { startServer } from '#server/testing/harness/server-process.ts'

/** A server as it starts by default, with its demo community. */
export type Demo = {
  /** The address that the start prints. */
  printedUrl: string
  password: string
  stop: () => Promise<void>
}

export const demoStartTimeoutMs = 240_000

export async function startDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-demo-'))
  const PORT = String(await findFreePort())
  const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'on', HOST: '', PORT })
  const signIn = await readFile(path.join(dataDir, 'demo-sign-in.json'), 'utf8')
  return {
    printedUrl: server.output().match(/Demo: open (\S+) on this machine/)?.[1] ?? '',
    password: (JSON.parse(signIn) as { password: string }).password,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
