// `npm test`: everything that proves the product, from a clean checkout.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, environment, install, root } from './setup.mjs'

install({ withTests: true })

const resultsFolder = path.join(root, 'test-results')
/** @param {string} name */
const resultFile = (name) => path.join(resultsFolder, `${name}.json`)
// PW_DISABLE_TS_ESM: Node strips types by itself, so Playwright need not transpile.
const env = { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile('browser'), PW_DISABLE_TS_ESM: '1' }
/** @type {string[]} */
const failedSteps = []

/**
 * Runs one step and reports its outcome.
 * @param {{ name: string, isQuiet?: boolean, env?: NodeJS.ProcessEnv }} step a quiet step runs beside others; its
 * output is printed when it ends, without a duration, which would mean nothing.
 * @param {string} program @param {string[]} args
 */
async function run(step, program, ...args) {
  const startMs = Date.now()
  const stdio = step.isQuiet ? 'pipe' : 'inherit'
  const heading = `\n── ${step.name}\n`
  if (!step.isQuiet) process.stdout.write(heading)
  const child = spawn(program, args, { cwd: root, env: { ...env, ...step.env }, stdio: ['ignore', stdio, stdio] })
  let output = step.isQuiet ? heading : ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(child, 'close')
  const duration = step.isQuiet ? '' : ` in ${((Date.now() - startMs) / 1000).toFixed(1)} s`
  process.stdout.write(`${output}   ${step.name}: ${code === 0 ? 'passed' : 'FAILED'}${duration}\n`)
  if (code !== 0) failedSteps.push(step.name)
}

/** @param {string} name */
const vitestReporters = (name) => ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile(name)}`]

// The checks need no build, and the beginning of the tests leaves a core free.
const checks = [
  run({ name: 'Format', isQuiet: true }, 'oxfmt', '--check', '.'),
  run({ name: 'Types', isQuiet: true }, 'tsc', '-p', '.'),
  run({ name: 'Lint', isQuiet: true }, 'oxlint', '--deny-warnings'),
  run({ name: 'Unused code', isQuiet: true }, 'knip'),
]
await build()
const { findBrowser } = await import('./browser.mjs')
Object.assign(env, await findBrowser())
const { findExiftool, findPromtool, findServicePrograms, findTilemaker, installDatabaseCluster } =
  await import('./debian-program.mjs')
Object.assign(env, { TILEMAKER: findTilemaker(), PROMTOOL: findPromtool(), ...findServicePrograms() })
fs.rmSync(resultsFolder, { recursive: true, force: true })
fs.mkdirSync(resultsFolder)
await run({ name: 'Import rules, unit and API tests' }, 'vitest', 'run', ...vitestReporters('vitest'))
await Promise.all(checks)
await run({ name: 'Browser' }, 'playwright', 'test', '--reporter=list,json')
installDatabaseCluster()
const attackEnv = { ATTACK: 'brief', SEED: '1', EXIFTOOL: findExiftool() }
const attackConfig = ['--config', 'attack/vitest.config.ts', '--root', '.']
await run({ name: 'Attacks, briefly', env: attackEnv }, 'vitest', 'run', ...attackConfig, ...vitestReporters('attacks'))

/** @param {string} name */
function readResults(name) {
  const file = resultFile(name)
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
}
const vitestResults = [readResults('vitest'), readResults('attacks')]
const browserStats = readResults('browser').stats ?? {}
/** @param {'numPassedTests' | 'numFailedTests'} field */
const countVitest = (field) => vitestResults.reduce((sum, results) => sum + (results[field] ?? 0), 0)
const passed = countVitest('numPassedTests') + (browserStats.expected ?? 0)
const failed = countVitest('numFailedTests') + (browserStats.unexpected ?? 0) + (browserStats.flaky ?? 0)

/** @param {string} title @param {string} [reason] of which the beginning is enough to tell failures apart */
const describeFailure = (title, reason = '') => `- ${title}\n    ${stripVTControlCharacters(reason).slice(0, 600)}\n`

/**
 * @param {{ title: string, suites?: any[], specs?: any[] }} suite of Playwright's report
 * @returns {string[]} its failed tests
 */
const failedJourneys = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => describeFailure(title, tests[0]?.results[0]?.error?.message)),
  ...suites.flatMap(failedJourneys),
]
const failedTests = [
  ...vitestResults
    .flatMap(({ testResults = [] }) => testResults)
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => describeFailure(fullName, failureMessages[0])),
  ...failedJourneys(readResults('browser')),
]
// At the end, after the output of all steps.
if (failedSteps.length > 0) process.stdout.write(`\nFailed: ${failedSteps.join(', ')}\n`)
for (const failure of failedTests) process.stdout.write(failure)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failedSteps.length === 0 && passed > 0 && failed === 0 ? 0 : 1)
