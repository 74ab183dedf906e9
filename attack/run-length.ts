import { createRandom } from '#server/testing/fuzz/random.ts'

/** `npm run test:rest` runs every attack briefly, to prove that it still works; `npm run attack` runs all of it. */
const isBrief = process.env.ATTACK === 'brief'

/** Chooses the size of an attack. */
export const byRunLength = <Value>({ full, brief }: { full: Value; brief: Value }): Value => (isBrief ? brief : full)

/** `npm run attack -- --seed 123` repeats a run. */
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** Random numbers between 0 and 1 from the run's seed. */
export const createSeededRandom = (): (() => number) => createRandom(seed)
