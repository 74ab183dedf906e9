// `npm run bench`: prints benchmarks; arguments go to bench/bench.ts.
import { build, install, run } from './setup.mjs'

install({ withTests: true })
await build()
run('node', ['bench/bench.ts', ...process.argv.slice(2)])
