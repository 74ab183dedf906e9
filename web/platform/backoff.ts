/**
 * Exponential back-off: the delay doubles up to `maxMs`. A random quarter more or less keeps clients from retrying
 * together.
 */
export function createBackoff({ firstMs, maxMs }: { firstMs: number; maxMs: number }) {
  let delayMs = firstMs
  return {
    /** Returns the milliseconds to wait before the next attempt. */
    next() {
      const jittered = delayMs * (0.75 + Math.random() / 2)
      delayMs = Math.min(delayMs * 2, maxMs)
      return jittered
    },
    reset() {
      delayMs = firstMs
    },
  }
}
