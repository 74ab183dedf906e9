// `npm test`: everything that proves the product, from a clean checkout.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { build, environment, install, root } from './setup.mjs'

install()
build()
const { findBrowser } = await import('./browser.mjs')

const results = path.join(root, 'test-results')
fs.rmSync(results, { recursive: true, force: true })
fs.mkdirSync(results)
const env = {
  ...environment,
  ...(await findBrowser()),
  PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(results, 'browser.json'),
}

/** @type {[name: string, program: string, ...args: string[]][]} */
const steps = [
  ['Types', 'tsc', '-p', '.'],
  ['Lint', 'oxlint', '--deny-warnings'],
  ['Rules, laws and API', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${path.join(results, 'vitest.json')}`],
  ['Browser', 'playwright', 'test', '--reporter=list,json'],
]

const failed = []
for (const [name, program, ...args] of steps) {
  process.stdout.write(`\n── ${name}\n`)
  const from = Date.now()
  const { status } = spawnSync(program, args, { cwd: root, env, stdio: 'inherit' })
  process.stdout.write(`   ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - from) / 1000).toFixed(1)} s\n`)
  if (status !== 0) failed.push(name)
}

/** @param {string} file */
const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {})
const vitest = read(path.join(results, 'vitest.json'))
const browser = read(env.PLAYWRIGHT_JSON_OUTPUT_NAME).stats ?? {}
const passed = (vitest.numPassedTests ?? 0) + (browser.expected ?? 0)
const broken = (vitest.numFailedTests ?? 0) + (browser.unexpected ?? 0) + (browser.flaky ?? 0)

if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`)
process.stdout.write(`\n${passed} passed, ${broken} failed\n`)
process.exit(failed.length === 0 && passed > 0 && broken === 0 ? 0 : 1)
