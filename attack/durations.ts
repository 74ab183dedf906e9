/** `[300, 100, 200]` → `100–300 ms (median 200 ms)`. */
export function formatDurations(durationsMs: number[]): string {
  const sorted = durationsMs.toSorted((one, other) => one - other)
  return `${sorted[0]}–${sorted.at(-1)} ms (median ${sorted[Math.floor(sorted.length / 2)]} ms)`
}
