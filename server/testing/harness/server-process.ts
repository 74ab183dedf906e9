import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type ServerProcess = {
  url: string
  pid: number
  /** Everything that it wrote. */
  output: () => string
  /** Ends it as an operator does, waiting until it is gone. @returns its exit code. */
  stop: () => Promise<number | null>
  /** Ends it as a power cut does. */
  kill: () => Promise<number | null>
}

const root = new URL('../../..', import.meta.url)
const startTimeout = 60_000

/** What a server is told beside where its things are. */
export const testEnvironment = { PORT: '0', RATE_LIMITS: 'off', CHECK_REPLIES: 'on', LOG_LEVEL: 'info', DEMO: 'off' }

/**
 * The real server in its own process, on a free port. @param through a program that becomes the one named behind it.
 */
export async function startServer(environment: NodeJS.ProcessEnv, through: string[] = []): Promise<ServerProcess> {
  const [program = '', ...args] = [...through, 'node_modules/.bin/node', 'server/main.ts']
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...testEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const url = await listeningUrl(child, () => said)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }
  return { url, pid: child.pid ?? 0, output: () => said, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

function listeningUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not start in time: ${output()}`)), startTimeout)
    child.once('exit', () => reject(new Error(`the server ended at once: ${output()}`)))
    const look = () => {
      const url = output().match(/Server listening at (http:\/\/127\.0\.0\.1:\d+)/)?.[1]
      if (!url) return
      clearTimeout(timer)
      child.stdout?.off('data', look)
      resolve(url)
    }
    child.stdout?.on('data', look)
  })
}
