/** Longer than any call waits for its turn. */
const remembered = 30_000

type Underway<Result> = { result: Promise<Result>; endedAt: number }

/**
 * Makes calls with the same key that are under way together one: whoever arrives before the others have ended gets
 * the result of the first, and nothing is done twice. It holds within this process; between several the database decides.
 * @example const together = createTogether<number>()
 */
export function createTogether<Result>() {
  const calls = new Map<string, Underway<Result>>()
  /** @param elapsed milliseconds since the call arrived: it may have waited before it came here. */
  return function together(key: string, elapsed: number, work: () => Promise<Result>): Promise<Result> {
    const now = performance.now()
    const last = calls.get(key)
    if (last && now - elapsed < last.endedAt) {
      last.endedAt = Math.max(last.endedAt, now)
      return last.result
    }
    const call: Underway<Result> = { result: work(), endedAt: Number.POSITIVE_INFINITY }
    calls.set(key, call)
    const end = () => {
      call.endedAt = performance.now()
      setTimeout(() => calls.get(key) === call && calls.delete(key), remembered).unref()
    }
    call.result.then(end, end)
    return call.result
  }
}
