// `npm run dev`: restarts the server and reloads the page at every change. Open the address that Vite prints.
import { spawn } from 'node:child_process'
import { build, environment, install, root } from './setup.mjs'

install()
await build()

// One process restarts sooner.
const env = { ...environment, CHECK_REPLIES: 'on' }
const children = [
  spawn('node', ['--watch', '--watch-preserve-output', 'server/main.ts'], { cwd: root, env, stdio: 'inherit' }),
  spawn('vite', [], { cwd: root, env, stdio: 'inherit' }),
]
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
for (const child of children) child.on('exit', stop)
