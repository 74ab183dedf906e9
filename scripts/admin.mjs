// `npm run admin -- grant USERNAME`: manages moderators and suspensions; see --help.
import { install, run } from './setup.mjs'

install()
run('node', ['scripts/admin.ts', ...process.argv.slice(2)])
