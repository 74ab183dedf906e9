// `npm run map:streets -- TOWN`: fetches the streets of the map; see --help.
import { install, run } from './setup.mjs'

install()
run('node', ['scripts/map-streets.ts', ...process.argv.slice(2)])
