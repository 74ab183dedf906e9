import cluster from 'node:cluster'
import { endProcess } from './platform/end-process.ts'
import { startProcesses, startWorker } from './processes.ts'
import { stopServer, type StopSteps } from './start-server.ts'

/** After this time the process ends even if requests are in flight. */
const stopTimeoutMs = 9000

const stopSteps: StopSteps = []
let isEnding = false

/** Stops the server and ends the process, also in the middle of a start. */
async function exit(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  setTimeout(() => process.exit(code), stopTimeoutMs).unref()
  await stopServer(stopSteps)
  endProcess(code)
}

process.on('SIGTERM', () => exit(0))
process.on('SIGINT', () => exit(0))
const start = cluster.isWorker ? startWorker : startProcesses
start(process.env, stopSteps).catch((error: Error) => {
  // A failure in a worker is reported by the process that has started it.
  if (!isEnding && cluster.isPrimary) process.stderr.write(`dintorni: ${error.message}\n`)
  return exit(1)
})
