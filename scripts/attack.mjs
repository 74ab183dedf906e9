// `npm run attack`: long attacks on a server of their own. `--seed 123` repeats one; other arguments name what to run (`files`).
import { build, environment, install, run } from './setup.mjs'

install()
build()
const { findExiftool } = await import('./exiftool.mjs')

const given = process.argv.slice(2)
const at = given.indexOf('--seed')
const [, said] = at < 0 ? [] : given.splice(at, 2)
const seed = said ?? String(Date.now() % 1_000_000)
if (!/^\d+$/.test(seed)) throw new Error('--seed wants a number')
process.stdout.write(`Seed ${seed}\n`)
run('vitest', ['run', '--config', 'attack/vitest.config.ts', '--root', '.', ...given], {
  ...environment,
  SEED: seed,
  EXIFTOOL: findExiftool(),
})
