import { stopServer, type StopSteps, startServer } from './start-server.ts'

/** Milliseconds after which a stop no longer waits for what is under way. */
const stopTimeout = 9000

const opened: StopSteps = []
let ending = false

/** Closes what is open and ends the process; also in the middle of a start. */
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(code), stopTimeout).unref()
  await stopServer(opened)
  process.exit(code)
}

process.on('SIGTERM', () => end(0))
process.on('SIGINT', () => end(0))
startServer(process.env, opened).catch((error: Error) => {
  if (!ending) process.stderr.write(`dintorni: ${error.message}\n`)
  return end(1)
})
