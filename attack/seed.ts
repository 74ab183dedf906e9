/** Repeats what was found: `npm run attack -- --seed 123`. */
export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** Numbers of [0, 1) that a seed repeats (mulberry32). */
export function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
