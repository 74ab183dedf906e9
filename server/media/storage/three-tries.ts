import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#server/platform/refusal.ts'

/** Longer than a store is left alone after a request that it did not answer. */
const delaysMs = [4000, 8000]

/** For commands, which nobody waits for in the app: repeats work while the store does not answer, twice. */
export async function inThreeTries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const delayMs of delaysMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 503) throw error
      await wait(delayMs)
    }
  }
  return work()
}
