import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,demo,scripts,bench}/**/*.test.ts', 'architecture.test.ts'],
    globalSetup: ['server/testing/harness/files-in-memory.ts', 'server/testing/harness/vitest-setup.ts'],
    pool: 'threads',
    // One more than cores of the smallest machine: a test waits for others a third of its time.
    maxWorkers: 3,
    // What a world is made of is its own; the modules are read once for each worker, not for each file.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
