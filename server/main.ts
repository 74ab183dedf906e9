import { stopServer, type StopSteps, startServer } from './start-server.ts'

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
  process.exit(code)
}

process.on('SIGTERM', () => exit(0))
process.on('SIGINT', () => exit(0))
startServer(process.env, stopSteps).catch((error: Error) => {
  if (!isEnding) process.stderr.write(`dintorni: ${error.message}\n`)
  return exit(1)
})
