import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type ServerProcess = {
  url: string
  /** Ends it as an operator does, waiting until it is gone. */
  stop: () => Promise<void>
  /** Ends it as a power cut does. */
  kill: () => Promise<void>
}

const root = new URL('..', import.meta.url)
const startTimeout = 60_000

/** The real server in its own process, on a free port. */
export async function startServer(environment: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const child = spawn('node_modules/.bin/node', ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', RATE_LIMITS: 'off', CHECK_REPLIES: 'on', LOG_LEVEL: 'info', DEMO: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await listeningUrl(child)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`the server did not start in time: ${said}`)), startTimeout)
    child.stderr?.on('data', (chunk: Buffer) => { said += chunk.toString() })
    child.once('exit', () => reject(new Error(`the server ended at once: ${said}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const url = line.match(/Server listening at (http:\/\/127\.0\.0\.1:\d+)/)?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve(url)
    })
  })
}
