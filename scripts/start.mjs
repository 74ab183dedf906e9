// `npm start`: everything from a clean checkout to a served page, and kept up: a server that is killed is started again.
import { spawn } from 'node:child_process'
import { build, environment, install, root } from './setup.mjs'

install()
build()

/** So often within a minute: one that dies more often does not come up by being started. */
const restartsPerMinute = 5
/** @type {number[]} */
let restarts = []
let stopping = false

function start() {
  const server = spawn('node', ['server/main.ts'], { cwd: root, env: environment, stdio: 'inherit' })
  server.on('exit', (code, signal) => {
    restarts = [...restarts.filter((at) => at > Date.now() - 60_000), Date.now()]
    // With a code it has ended by itself and said why; a signal that nobody here has sent is an accident.
    if (stopping || code !== null || restarts.length > restartsPerMinute) process.exit(code ?? (stopping ? 0 : 1))
    process.stderr.write(`dintorni: the server was ended by ${signal}, and is started again\n`)
    current = start()
  })
  return server
}

let current = start()
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => {
    stopping = true
    current.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}
