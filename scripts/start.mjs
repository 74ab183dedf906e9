// `npm start`: installs, builds and starts the server, and restarts it when it is killed.
import { spawn } from 'node:child_process'
import { build, environment, install, root } from './setup.mjs'

install()
await build()

/** A server that is killed sooner than this is restarted after a delay, which grows each time. */
const minUptimeMs = 5000
const maxDelayMs = 30_000
let delayMs = 0
/** @type {import('node:child_process').ChildProcess | undefined} */
let server
/** @type {NodeJS.Timeout | undefined} */
let restartTimer

function start() {
  const startMs = Date.now()
  server = spawn('node', ['server/main.ts'], { cwd: root, env: environment, stdio: 'inherit' })
  server.on('exit', (code, signal) => {
    // With a code it ended itself and printed why; a signal that did not come from here is an accident.
    if (isStopping || code !== null) process.exit(code ?? 0)
    delayMs = Date.now() - startMs < minUptimeMs ? Math.min(delayMs * 2 + 1000, maxDelayMs) : 0
    process.stderr.write(`dintorni: the server was ended by ${signal}, and is started again\n`)
    restartTimer = setTimeout(start, delayMs)
  })
}

let isStopping = false
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => {
    isStopping = true
    clearTimeout(restartTimer)
    if (!server || server.exitCode !== null || server.signalCode !== null) process.exit(0)
    server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}
start()
