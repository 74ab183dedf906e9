// `npm run test:rest`: what `npm test` leaves out, because it is slow or needs more of Debian's packages.
import { install } from './setup.mjs'

install({ withTests: true })
const { createTestRun } = await import('./test-run.mjs')
const { findBrowser } = await import('./browser.mjs')
const { findFfmpeg, findPromtool, findServicePrograms, findTilemaker, installBrowsers } =
  await import('./debian-program.mjs')
const leftOut = installBrowsers()
if (leftOut) process.stdout.write(`${leftOut}\n`)
const testRun = createTestRun('test-rest', {
  ...(await findBrowser()),
  ...findServicePrograms(),
  TILEMAKER: findTilemaker(),
  FFMPEG: findFfmpeg(),
  PROMTOOL: findPromtool(),
})

await testRun.build()
const runAttacks = () =>
  testRun.runVitest({
    name: 'Attacks, briefly',
    args: ['--config', 'attack/vitest.config.ts', '--root', '.'],
    env: { ATTACK: 'brief', SEED: '1' },
  })
await Promise.all([
  testRun.runVitest({ name: 'Slow API tests', args: ['.slow.test.ts'] }).then(runAttacks),
  testRun.runPlaywright({ name: 'Other journeys', isQuiet: true, args: ['--grep-invert', '@core'] }),
])
testRun.report()
