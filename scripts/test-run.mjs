// Runs the steps of a test command, and reports how long they took and what they found.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { environment, root } from './setup.mjs'

const slowestCount = 10

/**
 * A step of the command.
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command a program and its arguments
 * @property {NodeJS.ProcessEnv} [env] variables of this step
 * @property {boolean} [isQuiet] its output is printed when it ends, because it runs beside others
 */
/** @typedef {{ name: string, seconds: number, hasPassed: boolean }} StepResult */
/**
 * @typedef {object} TestResult
 * @property {string} name
 * @property {number} seconds of all attempts
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {string} reason of its first failure
 * @property {boolean} [isSecondAttempt] whether it passed after a failure
 */

/**
 * @param {string} name of the command, and of the folder of its results
 * @param {NodeJS.ProcessEnv} env variables of every step
 */
export function createTestRun(name, env) {
  const folder = path.join(root, 'test-results', name)
  const startMs = Date.now()
  /** @type {StepResult[]} */
  const steps = []
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  /** @param {string} file */
  const resultFile = (file) => path.join(folder, `${file}.json`)

  /** @param {Step} step @returns {Promise<boolean>} whether it has passed */
  async function run(step) {
    const stepStartMs = Date.now()
    const [program = '', ...args] = step.command
    const stdio = step.isQuiet ? 'pipe' : 'inherit'
    const heading = `\n── ${step.name}\n`
    if (!step.isQuiet) process.stdout.write(heading)
    const child = spawn(program, args, {
      cwd: root,
      env: { ...environment, ...env, ...step.env },
      stdio: ['ignore', stdio, stdio],
    })
    let output = step.isQuiet ? heading : ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
      })
    const [code] = await once(child, 'close')
    const result = { name: step.name, seconds: (Date.now() - stepStartMs) / 1000, hasPassed: code === 0 }
    process.stdout.write(`${output}   ${describeStep(result)}\n`)
    steps.push(result)
    return result.hasPassed
  }

  return {
    run,
    /** @param {Omit<Step, 'command'> & { args: string[] }} step whose arguments follow `vitest run` */
    runVitest({ args, ...step }) {
      const reporters = [
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${resultFile(`vitest ${step.name}`)}`,
      ]
      return run({ ...step, command: ['vitest', 'run', ...args, ...reporters] })
    },
    /** @param {Omit<Step, 'command'> & { args: string[] }} step whose arguments follow `playwright test` */
    runPlaywright({ args, ...step }) {
      return run({
        ...step,
        command: ['playwright', 'test', ...args, '--reporter=list,json'],
        // PW_DISABLE_TS_ESM: Node strips types by itself, so Playwright need not transpile.
        env: {
          ...step.env,
          PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile(`playwright ${step.name}`),
          PW_DISABLE_TS_ESM: '1',
        },
      })
    },
    /** Builds what the other steps need. Ends this process if that fails. */
    async build() {
      if (!(await run({ name: 'Build', command: ['node', 'scripts/build.mjs'] }))) process.exit(1)
    },
    /** Prints the seconds of each step, the slowest tests, the failures and the plain line; then ends this process. */
    report() {
      const tests = fs.readdirSync(folder).flatMap((file) => readTests(path.join(folder, file)))
      const passed = tests.filter(({ status }) => status === 'passed').length
      const failed = tests.filter(({ status }) => status === 'failed')
      const slowest = tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestCount)
      print(
        'The slowest tests',
        slowest.map(({ name: test, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${test}`),
      )
      const total = {
        name: 'All',
        seconds: (Date.now() - startMs) / 1000,
        hasPassed: steps.every(({ hasPassed }) => hasPassed),
      }
      print('The steps', [...steps, total].map(describeStep))
      const saved = tests.filter(({ isSecondAttempt }) => isSecondAttempt)
      if (saved.length > 0) print('Passed at the second attempt only: mend these', saved.map(describeFailure))
      if (failed.length > 0) print('Failed', failed.map(describeFailure))
      process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`)
      process.exit(total.hasPassed && passed > 0 && failed.length === 0 ? 0 : 1)
    },
  }
}

/** @param {string} heading @param {string[]} lines */
const print = (heading, lines) => process.stdout.write(`\n── ${heading}\n${lines.join('\n')}\n`)

/** @param {StepResult} step */
const describeStep = ({ name, seconds, hasPassed }) =>
  `${seconds.toFixed(1).padStart(7)} s  ${name}: ${hasPassed ? 'passed' : 'FAILED'}`

/** @param {TestResult} test with the beginning of its reason, which is enough to tell failures apart */
const describeFailure = ({ name, reason }) => `- ${name}\n    ${stripVTControlCharacters(reason).slice(0, 600)}`

/** @param {string} file @returns {TestResult[]} */
function readTests(file) {
  const results = JSON.parse(fs.readFileSync(file, 'utf8'))
  return 'suites' in results ? results.suites.flatMap(readJourneys) : results.testResults.flatMap(readVitestFile)
}

/**
 * @param {{ message: string, status: string, name: string, assertionResults: any[] }} file of Vitest's report
 * @returns {TestResult[]}
 */
function readVitestFile({ name, status, message, assertionResults }) {
  const tests = assertionResults.map(({ fullName, duration = 0, status: result, failureMessages }) => ({
    name: fullName,
    seconds: duration / 1000,
    status: result === 'passed' || result === 'failed' ? result : 'skipped',
    reason: failureMessages?.[0] ?? '',
    isSecondAttempt: result === 'passed' && failureMessages?.length > 0,
  }))
  // A file that cannot be loaded has no tests.
  const isBroken = status === 'failed' && tests.every((test) => test.status !== 'failed')
  return isBroken ? [...tests, { name, seconds: 0, status: 'failed', reason: message }] : tests
}

/** @type {Record<string, TestResult['status']>} */
const journeyStatuses = { expected: 'passed', flaky: 'passed', skipped: 'skipped' }

/** @param {{ suites?: any[], specs?: any[] }} suite of Playwright's report @returns {TestResult[]} */
function readJourneys({ suites = [], specs = [] }) {
  const tests = specs.map(({ title, tests: [{ status, results }] }) => ({
    name: title,
    seconds: results.reduce((/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration, 0) / 1000,
    status: journeyStatuses[status] ?? 'failed',
    reason: results[0]?.error?.message ?? '',
    isSecondAttempt: status === 'flaky',
  }))
  return [...tests, ...suites.flatMap(readJourneys)]
}
