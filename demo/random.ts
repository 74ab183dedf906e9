/** A seeded random generator: the same seed gives the same results on every machine. */
export type Random = {
  next(): number
  between(low: number, high: number): number
  integer(low: number, high: number): number
  maybe(probability: number): boolean
  pick<Item>(list: readonly Item[]): Item
  shuffled<Item>(list: readonly Item[]): Item[]
}

export function createRandom(seed: number | string): Random {
  const next = mulberry32(typeof seed === 'number' ? seed : fnv1a(seed))
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    integer,
    between: (low, high) => low + next() * (high - low),
    maybe: (probability) => next() < probability,
    pick: (list) => {
      const picked = list[integer(0, list.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    shuffled: (list) =>
      list
        .map((item) => ({ item, order: next() }))
        .toSorted((a, b) => a.order - b.order)
        .map(({ item }) => item),
  }
}

function mulberry32(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
