// `npm run places:import -- FILE`: loads places from a file into the directory; see --help.
import { install, run } from './setup.mjs'

install()
run('node', ['scripts/places-import.ts', ...process.argv.slice(2)])
