// `npm start`: everything from a clean checkout to a served page, and kept up: a server that is killed is started
// again.
import { spawn } from 'node:child_process'
import { build, environment, install, root } from './setup.mjs'

install()
build()

/** Milliseconds: one that is killed sooner is started again after a pause, and a longer one each time. */
const shortLife = 5000
const longestPause = 30_000
let pause = 0
/** @type {import('node:child_process').ChildProcess | undefined} */
let server
/** @type {NodeJS.Timeout | undefined} */
let waiting

function start() {
  const startedAt = Date.now()
  server = spawn('node', ['server/main.ts'], { cwd: root, env: environment, stdio: 'inherit' })
  server.on('exit', (code, signal) => {
    // With a code it has ended by itself and said why; a signal that nobody here has sent is an accident.
    if (stopping || code !== null) process.exit(code ?? 0)
    pause = Date.now() - startedAt < shortLife ? Math.min(pause * 2 + 1000, longestPause) : 0
    process.stderr.write(`dintorni: the server was ended by ${signal}, and is started again\n`)
    waiting = setTimeout(start, pause)
  })
}

let stopping = false
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => {
    stopping = true
    clearTimeout(waiting)
    if (!server || server.exitCode !== null || server.signalCode !== null) process.exit(0)
    server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}
start()
