// `npm test`: what proves the product in five minutes, from a clean checkout.
import { install } from './setup.mjs'

install({ withTests: true })
const { createTestRun } = await import('./test-run.mjs')
const { findBrowser } = await import('./browser.mjs')
const testRun = createTestRun('test', await findBrowser())

// None of these needs the build.
const checks = [
  testRun.run({ name: 'Format', isQuiet: true, command: ['oxfmt', '--check', '.'] }),
  testRun.run({ name: 'Types', isQuiet: true, command: ['tsc', '-p', '.'] }),
  testRun.run({ name: 'Lint', isQuiet: true, command: ['oxlint', '--deny-warnings'] }),
  testRun.run({ name: 'Unused code', isQuiet: true, command: ['knip'] }),
]
await testRun.build()
// Beside each other they keep both cores busy; one after the other they leave a quarter of the time unused.
await Promise.all([
  ...checks,
  testRun.runVitest({
    name: 'Import rules, tests of the server',
    args: ['--project', 'server', '--exclude', '**/*.slow.test.ts'],
  }),
  testRun
    .runPlaywright({ name: 'Core journeys', isQuiet: true, args: ['--grep', '@core'] })
    .then(() => testRun.runVitest({ name: 'Unit tests of the web', isQuiet: true, args: ['--project', 'web'] })),
])
testRun.report()
