// `npm test`: what proves the product in five minutes, from a clean checkout.
import { install } from './setup.mjs'

install({ withTests: true })
const { createTestRun } = await import('./test-run.mjs')
const { findBrowser } = await import('./browser.mjs')
const testRun = createTestRun('test', await findBrowser())

// The checks need no build, and the tests leave a part of the cores free.
const checks = [
  testRun.run({ name: 'Format', isQuiet: true, command: ['oxfmt', '--check', '.'] }),
  testRun.run({ name: 'Types', isQuiet: true, command: ['tsc', '-p', '.'] }),
  testRun.run({ name: 'Lint', isQuiet: true, command: ['oxlint', '--deny-warnings'] }),
  testRun.run({ name: 'Unused code', isQuiet: true, command: ['knip'] }),
]
await testRun.build()
await testRun.runVitest({ name: 'Import rules, unit and API tests', args: ['--exclude', '**/*.slow.test.ts'] })
await Promise.all(checks)
await testRun.runPlaywright({ name: 'Core journeys', args: ['--grep', '@core'] })
testRun.report()
