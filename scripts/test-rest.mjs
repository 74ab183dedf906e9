// `npm run test:rest`: what `npm test` leaves out, because it is slow or needs more of Debian's packages.
import { install } from './setup.mjs'

install({ withTests: true })
const { createTestRun } = await import('./test-run.mjs')
const { findBrowser } = await import('./browser.mjs')
const { findExiftool, findPromtool, findServicePrograms, findTilemaker, installDatabaseCluster } =
  await import('./debian-program.mjs')
installDatabaseCluster()
const testRun = createTestRun('test-rest', {
  ...(await findBrowser()),
  ...findServicePrograms(),
  TILEMAKER: findTilemaker(),
  PROMTOOL: findPromtool(),
  EXIFTOOL: findExiftool(),
})

await testRun.build()
await testRun.runVitest({ name: 'Slow API tests', args: ['.slow.test.ts'] })
await testRun.runPlaywright({ name: 'Other journeys', args: ['--grep-invert', '@core'] })
const attackConfig = ['--config', 'attack/vitest.config.ts', '--root', '.']
await testRun.runVitest({ name: 'Attacks, briefly', args: attackConfig, env: { ATTACK: 'brief', SEED: '1' } })
testRun.report()
