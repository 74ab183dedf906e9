// `npm test`: everything that proves the product, from a clean checkout.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { build, environment, install, root } from './setup.mjs'

install()

const results = path.join(root, 'test-results')
// Node takes the types off by itself: Playwright need not translate what it reads.
const env = { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(results, 'browser.json'), PW_DISABLE_TS_ESM: '1' }
/** @type {string[]} */
const failed = []

/**
 * Runs one step to its end, and says how it went.
 * @param {'pipe' | 'inherit'} output of a step beside others it is shown together, at its end; how long that took says nothing.
 * @param {string} name @param {string} program @param {string[]} args
 */
async function step(output, name, program, ...args) {
  const from = Date.now()
  const heading = `\n── ${name}\n`
  if (output === 'inherit') process.stdout.write(heading)
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', output, output] })
  let said = output === 'pipe' ? heading : ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  const [code] = await once(child, 'close')
  const took = output === 'inherit' ? ` in ${((Date.now() - from) / 1000).toFixed(1)} s` : ''
  process.stdout.write(`${said}   ${name}: ${code === 0 ? 'passed' : 'FAILED'}${took}\n`)
  if (code !== 0) failed.push(name)
}

// They need nothing that is built, and what follows begins with one core.
const checks = [step('pipe', 'Types', 'tsc', '-p', '.'), step('pipe', 'Lint', 'oxlint', '--deny-warnings')]
build()
const { findBrowser } = await import('./browser.mjs')
Object.assign(env, await findBrowser())
fs.rmSync(results, { recursive: true, force: true })
fs.mkdirSync(results)
await step(
  'inherit',
  'Rules, laws and API',
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${path.join(results, 'vitest.json')}`,
)
await Promise.all(checks)
await step('inherit', 'Browser', 'playwright', 'test', '--reporter=list,json')

/** @param {string} file */
const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {})
const vitest = read(path.join(results, 'vitest.json'))
const browser = read(env.PLAYWRIGHT_JSON_OUTPUT_NAME).stats ?? {}
const passed = (vitest.numPassedTests ?? 0) + (browser.expected ?? 0)
const broken = (vitest.numFailedTests ?? 0) + (browser.unexpected ?? 0) + (browser.flaky ?? 0)

if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`)
process.stdout.write(`\n${passed} passed, ${broken} failed\n`)
process.exit(failed.length === 0 && passed > 0 && broken === 0 ? 0 : 1)
