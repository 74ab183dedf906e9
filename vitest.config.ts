import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,demo,scripts,bench}/**/*.test.ts', 'architecture.test.ts'],
    globalSetup: ['server/testing/harness/files-in-memory.ts', 'server/testing/harness/vitest-setup.ts'],
    // Not threads: when one starts a program, the new process shares the sockets of all threads until it executes, for
    // up to 0.2 s on a busy machine. A port that another thread closes meanwhile stays taken: EADDRINUSE.
    pool: 'forks',
    // One more than the smallest machine has cores, because a test waits a third of its time.
    maxWorkers: 3,
    // Tests share no module-level state, so each worker loads the modules once, not for every file.
    isolate: false,
    // The limits end what hangs. The slowest ordinary test takes 95 s beside another whole run of `npm test` on a slow
    // machine.
    testTimeout: 240_000,
    // One second, which is the default, is not enough on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 240_000,
  },
})
