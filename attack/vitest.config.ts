import { defineConfig } from 'vitest/config'

/** `npm run test:rest` runs all attacks briefly (see run-length.ts), with passing files in memory. */
const isBrief = process.env.ATTACK === 'brief'

/** `npm run attack` runs one file after the other, because some measure memory. */
export default defineConfig({
  test: {
    include: [
      'attack/*.attack.ts',
      ...(isBrief ? [] : ['server/guarantees/fuzz.slow.test.ts', 'server/media/hostile-files.slow.test.ts']),
    ],
    env: isBrief ? {} : { ATTACK: 'full' },
    globalSetup: [
      ...(isBrief ? ['server/testing/harness/files-in-memory.ts'] : []),
      'server/testing/harness/vitest-setup.ts',
    ],
    pool: 'forks',
    // Briefly, one more than the smallest machine has cores: most of the time they wait.
    maxWorkers: isBrief ? 3 : 1,
    testTimeout: 600_000,
    expect: { poll: { timeout: 20_000 } },
    // As long as the harness gives a server to start.
    hookTimeout: 240_000,
  },
})
