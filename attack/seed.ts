import { createRandom } from '#server/testing/fuzz/random.ts'

/** Repeats what was found: `npm run attack -- --seed 123`. */
export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** The chances of that seed, between 0 and 1. */
export const seeded = (): (() => number) => createRandom(seed)
