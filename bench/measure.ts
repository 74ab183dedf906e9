/** @param times milliseconds. */
export function percentilesOf(times: number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** The same in words. */
export function percentiles(times: number[]): string {
  const { p50, p99 } = percentilesOf(times)
  return `p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`
}
