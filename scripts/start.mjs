// `npm start`: everything from a clean checkout to a served page.
import { spawn } from 'node:child_process'
import { build, environment, install, root } from './setup.mjs'

install()
build()

const server = spawn('node', ['server/main.ts'], { cwd: root, env: environment, stdio: 'inherit' })
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
