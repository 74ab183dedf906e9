// `npm run attack`: long attacks on temporary servers. `--seed 123` repeats a run; other arguments select files
// (`power-cuts`).
import { build, environment, install, run } from './setup.mjs'

install({ withTests: true })
await build()

const args = process.argv.slice(2)
const seedIndex = args.indexOf('--seed')
const [, givenSeed] = seedIndex < 0 ? [] : args.splice(seedIndex, 2)
const seed = givenSeed ?? String(Date.now() % 1_000_000)
if (!/^\d+$/.test(seed)) throw new Error('--seed takes a number')
process.stdout.write(`Seed ${seed}\n`)
run('vitest', ['run', '--config', 'attack/vitest.config.ts', '--root', '.', ...args], {
  ...environment,
  SEED: seed,
})
