import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type ServerProcess = {
  url: string
  pid: number
  /** Everything that the server has written. */
  output: () => string
  /** Sends SIGTERM, as an operator does, and waits for the end. @returns the exit code. */
  stop: () => Promise<number | null>
  /** Sends SIGKILL: an end without warning, as in a power cut. */
  kill: () => Promise<number | null>
}

const root = new URL('../../..', import.meta.url)
/** Long enough to draw the demo community on a busy machine. */
const startTimeoutMs = 240_000

/** The environment of test servers, without database and folder. */
export const testEnvironment = {
  PORT: '0',
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  CHECK_REPLIES: 'on',
  LOG_LEVEL: 'info',
  DEMO: 'off',
}

/**
 * Starts the real server in a process of its own, on a free port.
 * @param wrapper a command that executes the server, such as `unshare`.
 */
export async function startServer(environment: NodeJS.ProcessEnv, wrapper: string[] = []): Promise<ServerProcess> {
  const [program = '', ...args] = [...wrapper, 'node_modules/.bin/node', 'server/main.ts']
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...testEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const url = await waitForUrl(child, () => output)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }
  return { url, pid: child.pid ?? 0, output: () => output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

function waitForUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not start in time: ${output()}`)), startTimeoutMs)
    child.once('exit', () => reject(new Error(`the server ended at once: ${output()}`)))
    const findUrl = () => {
      const url = output().match(/Server listening at (http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+)/)?.[1]
      if (!url || !output().includes('Dintorni is ready')) return
      clearTimeout(timer)
      child.stdout?.off('data', findUrl)
      resolve(url)
    }
    child.stdout?.on('data', findUrl)
  })
}
