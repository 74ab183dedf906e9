import { defineConfig } from 'vitest/config'

/** `npm run attack`: what takes minutes. One after the other, since some measure memory. */
export default defineConfig({
  test: {
    include: ['attack/*.attack.ts'],
    globalSetup: 'server/testing/harness/vitest-setup.ts',
    pool: 'forks',
    execArgv: ['--expose-gc'],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
