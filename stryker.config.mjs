// `npm run test:mutants -- PATH`: breaks the file in many small ways, and shows which ones no unit test notices.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  ignorePatterns: ['dist', 'data', 'test-results', 'attack', 'bench', 'e2e', 'docs'],
  reporters: ['clear-text', 'progress'],
  // Stryker would read tsconfig.json with TypeScript's JavaScript API, which version 7 does not have.
  tsconfigFile: 'none',
  ignoreStatic: true,
  concurrency: 2,
  tempDirName: '.stryker',
  thresholds: { high: 95, low: 90, break: 85 },
}
