/** Repeats what was found: `npm run attack -- --seed 123`. */
export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
