import { createRandom } from '#server/testing/fuzz/random.ts'

/** `npm run attack -- --seed 123` repeats a run. */
export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** Random numbers between 0 and 1 from the run's seed. */
export const createSeededRandom = (): (() => number) => createRandom(seed)
