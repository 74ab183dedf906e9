import { setTimeout as wait } from 'node:timers/promises'
import { endProcess } from './platform/end-process.ts'
import { StopSteps } from './stop-steps.ts'

/** After this time the process ends even if requests are in flight. */
const stopTimeoutMs = 9000

/** A signal that other processes have received comes within it, also on a busy machine. */
const signalDelayMs = 100

const stopSteps = new StopSteps()
let isEnding = false

/** Stops the server and ends the process, also in the middle of a start. */
async function exit(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  setTimeout(() => process.exit(code), stopTimeoutMs).unref()
  await stopSteps.stop(starting)
  endProcess(code)
}

process.on('SIGTERM', () => exit(0))
process.on('SIGINT', () => exit(0))

async function start(): Promise<string> {
  // It takes half a second, in which a signal may arrive.
  const { startServer } = await import('./start-server.ts')
  stopSteps.signal.throwIfAborted()
  return startServer(process.env, stopSteps)
}

const starting = start()
starting.catch(async (error: Error) => {
  // Ctrl-C reaches PostgreSQL and other children as well, and one of them may have been faster.
  await wait(signalDelayMs)
  if (!isEnding) process.stderr.write(`dintorni: ${error.message}\n`)
  return exit(1)
})
