/** Repeats what was found: `npm run attack -- --seed 123`. */
export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** The chances of that seed, between 0 and 1 (mulberry32). */
export function seeded(): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
