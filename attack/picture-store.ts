import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { S3Server } from '#server/testing/harness/s3-server.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'

/** A store of pictures in a process of its own. */
export type PictureStoreProcess = {
  /** Variables of a server that keeps its pictures there. */
  environment: { MEDIA_URL: string } & S3Server['environment']
  kill: () => Promise<void>
  /** Starts it again with what it has acknowledged. */
  start: () => Promise<void>
  /** Ends it and deletes its objects. */
  stop: () => Promise<void>
}

export async function startPictureStore(): Promise<PictureStoreProcess> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-store-'))
  const port = await findFreePort()
  let child: ChildProcess
  const start = async () => {
    child = fork(new URL('./store-process.ts', import.meta.url), [`${port}`, folder], {
      execPath: 'node_modules/.bin/node',
      execArgv: [],
    })
    const [message] = (await once(child, 'message')) as [{ mediaUrl: string; environment: S3Server['environment'] }]
    return message
  }
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const { mediaUrl, environment } = await start()
  return {
    environment: { MEDIA_URL: mediaUrl, ...environment },
    kill,
    start: async () => void (await start()),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await kill()
      await rm(folder, { recursive: true })
    },
  }
}
