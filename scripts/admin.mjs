// `npm run admin -- grant USERNAME`: who moderates, and who is suspended; see --help.
import { install, run } from './setup.mjs'

install()
run('node', ['scripts/admin.ts', ...process.argv.slice(2)])
