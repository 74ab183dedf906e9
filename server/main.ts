import { closeServer, type Opened, openServer } from './start-server.ts'

/** Milliseconds after which a stop no longer waits for what is under way. */
const stopTimeout = 9000

const opened: Opened = []
let ending = false

/** Closes what is open and ends the process; also in the middle of a start. */
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(code), stopTimeout).unref()
  await closeServer(opened)
  process.exit(code)
}

process.on('SIGTERM', () => end(0))
process.on('SIGINT', () => end(0))
openServer(process.env, opened).catch((error: Error) => {
  if (!ending) process.stderr.write(`dintorni: ${error.message}\n`)
  return end(1)
})
