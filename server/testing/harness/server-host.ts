import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { HostReply, HostRequest } from './hosted-server.ts'

export type HostedServer = {
  url: string
  /** Everything that it has written. */
  output: () => string
  stop: () => Promise<void>
}

/** A process that holds one server at a time: what starting a process costs is paid once, not by every journey. */
export type ServerHost = {
  startServer: (environment: NodeJS.ProcessEnv) => Promise<HostedServer>
  stop: () => Promise<void>
}

const patience = 60_000

export function startServerHost(): ServerHost {
  const child = fork(new URL('./hosted-server.ts', import.meta.url), {
    execPath: 'node_modules/.bin/node',
    cwd: new URL('../../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const ask = async (order: HostRequest) => {
    const answer = answerOf(child, () => said)
    child.send(order)
    return answer
  }
  return {
    async startServer(environment) {
      said = ''
      const url = await ask({ environment })
      return { url, output: () => said, stop: async () => void (await ask({})) }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

function answerOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => {
      clearTimeout(timer)
      child.off('exit', onExit).off('message', onMessage)
      how()
    }
    const onExit = () => settle(() => reject(new Error(`the server has ended: ${output()}`)))
    const onMessage = (answer: HostReply) =>
      settle(() => ('url' in answer ? resolve(answer.url) : reject(new Error(answer.failure))))
    const timer = setTimeout(() => settle(() => reject(new Error(`the server does not answer: ${output()}`))), patience)
    child.once('exit', onExit).once('message', onMessage)
  })
}
