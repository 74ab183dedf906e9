import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

/** A run of `npm start` in a terminal. */
export type NpmStart = {
  url: string
  /** The process id of the running server. */
  serverPid: () => Promise<number>
  /** @returns milliseconds until the server is ready, including its database. */
  waitUntilReady: () => Promise<number>
  /** Everything written to the terminal. */
  output: () => string
  /** Sends SIGTERM, as a supervisor does. @returns the exit code. */
  stop: () => Promise<number | null>
}

const startTimeoutMs = 150_000

const { scripts } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string }
}

/** Runs `npm start` as npm does: a shell with the script, to which npm passes the signals that it receives. */
export async function runNpmStart(environment: NodeJS.ProcessEnv): Promise<NpmStart> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _given, ...inherited } = process.env
  const child: ChildProcess = spawn('sh', ['-c', scripts.start], {
    env: { ...inherited, PORT: String(port), DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const isReady = () =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    url,
    serverPid: async () =>
      Number((await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim().split(' ')[0]),
    async waitUntilReady() {
      const startMs = performance.now()
      while (!(await isReady())) {
        if (child.exitCode !== null || performance.now() - startMs > startTimeoutMs)
          throw new Error(`the server did not become ready: ${output.slice(-2000)}`)
        await wait(20)
      }
      return Math.round(performance.now() - startMs)
    },
    output: () => output,
    async stop() {
      if (child.exitCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}
