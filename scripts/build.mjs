// `npm run build`: installs and builds, for a service that starts the server by itself and may not write here.
import { prune } from './prune.mjs'
import { build, install, run } from './setup.mjs'

install()
await build()
run('node', ['scripts/complete-postgres.ts'])
if (process.argv.includes('--prune')) prune()
