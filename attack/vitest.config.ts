import { defineConfig } from 'vitest/config'

/** `npm run test:rest` runs all attacks briefly (see run-length.ts), with passing files in memory. */
const isBrief = process.env.ATTACK === 'brief'

/** `npm run attack` runs one file after the other, because some measure memory. */
export default defineConfig({
  test: {
    include: ['attack/*.attack.ts'],
    globalSetup: [
      ...(isBrief ? ['server/testing/harness/files-in-memory.ts'] : []),
      'server/testing/harness/vitest-setup.ts',
    ],
    pool: 'forks',
    execArgv: ['--expose-gc'],
    maxWorkers: isBrief ? 2 : 1,
    testTimeout: 600_000,
    expect: { poll: { timeout: 20_000 } },
    // As long as the harness gives a server to start.
    hookTimeout: 240_000,
  },
})
