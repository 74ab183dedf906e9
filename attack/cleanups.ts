import { afterEach, expect } from 'vitest'

const cleanUpTimeoutMs = 120_000

/** @returns a list for what ends a test: it is run in reverse order after each, to its end. Call it once in a file. */
export function createCleanups(): (() => Promise<unknown>)[] {
  const cleanups: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    const failures: unknown[] = []
    for (const cleanUp of cleanups.splice(0).toReversed())
      await cleanUp().catch((error: unknown) => failures.push(error))
    expect(failures).toEqual([])
  }, cleanUpTimeoutMs)
  return cleanups
}
