import { defineConfig } from 'vitest/config'

/** The unit tests that need no database: what `npm run test:mutants` runs against each mutant. */
export default defineConfig({
  test: { include: ['server/**/*.rules.test.ts', 'web/**/*.test.{ts,tsx}'], exclude: ['web/budget.test.ts'] },
})
