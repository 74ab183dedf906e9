import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { callPaths } from './generated-call-paths.ts'

test('The paths that the browser loads are those of the contract: if not, run npm run types', () => {
  expect(callPaths).toEqual(Object.fromEntries(Object.entries(calls).map(([name, { path }]) => [name, path])))
})
