import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { HostReply, HostRequest } from './hosted-server.ts'

export type HostedServer = {
  url: string
  /** Everything that the server has written. */
  output: () => string
  stop: () => Promise<void>
}

/** A process that runs one server at a time, so that not every journey has to start a process. */
export type ServerHost = {
  startServer: (environment: NodeJS.ProcessEnv) => Promise<HostedServer>
  stop: () => Promise<void>
}

const replyTimeoutMs = 60_000

export function startServerHost(): ServerHost {
  const child = fork(new URL('./hosted-server.ts', import.meta.url), {
    execPath: 'node_modules/.bin/node',
    cwd: new URL('../../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const send = async (request: HostRequest) => {
    const reply = waitForReply(child, () => output)
    child.send(request)
    return reply
  }
  return {
    async startServer(environment) {
      output = ''
      const url = await send({ environment })
      return { url, output: () => output, stop: async () => void (await send({})) }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

function waitForReply(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (complete: () => void) => {
      clearTimeout(timer)
      child.off('exit', onExit).off('message', onMessage)
      complete()
    }
    const onExit = () => settle(() => reject(new Error(`the server has ended: ${output()}`)))
    const onMessage = (reply: HostReply) =>
      settle(() => ('url' in reply ? resolve(reply.url) : reject(new Error(reply.failure))))
    const timer = setTimeout(
      () => settle(() => reject(new Error(`the server does not reply: ${output()}`))),
      replyTimeoutMs,
    )
    child.once('exit', onExit).once('message', onMessage)
  })
}
