/** Rounded to three significant digits or so: 123, 12.3, 1.23. */
export function formatShort(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** @param timesMs not necessarily sorted. */
export function percentilesOf(timesMs: number[]): { p50: number; p95: number; p99: number } {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Formats the median and the 99th percentile for printing. */
export function formatPercentiles(timesMs: number[]): string {
  const { p50, p99 } = percentilesOf(timesMs)
  return `p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`
}

export function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

export type Ratio = { median: number; lowest: number; highest: number; pairs: number }

/** @param pairs two figures each, measured one right after the other. */
export function ratioOf(pairs: [number, number][]): Ratio {
  const ratios = pairs.map(([first, second]) => first / second)
  return {
    median: medianOf(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    pairs: pairs.length,
  }
}
