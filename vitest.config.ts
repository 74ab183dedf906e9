import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['server/testing/harness/files-in-memory.ts'],
    // One more than the smallest machine has cores, because a test waits a third of its time.
    maxWorkers: 3,
    // The limits end what hangs. The slowest ordinary test takes 95 s beside another whole run of `npm test` on a slow
    // machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,server,demo,scripts,bench,e2e}/**/*.test.ts', 'architecture.test.ts'],
          globalSetup: ['server/testing/harness/vitest-setup.ts'],
          // Not threads: when one starts a program, the new process shares the sockets of all threads until it
          // executes, for up to 0.2 s on a busy machine. A port that another thread closes meanwhile stays taken:
          // EADDRINUSE.
          pool: 'forks',
          // Tests share no module-level state, so each worker loads the modules once, not for every file.
          isolate: false,
          // One second, which is the default, is not enough on a busy machine.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      // Modules of the web app keep state, so each file loads its own.
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], pool: 'threads' } },
    ],
  },
})
