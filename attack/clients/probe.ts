import { setTimeout as wait } from 'node:timers/promises'

/** Makes one call after the other, and records when calls are answered again after a disaster. */
export type Probe = {
  /** To be called at the moment of a disaster. */
  begin: () => void
  /** Whether a call that began after the disaster was answered, and none failed since. */
  isAnswered: () => boolean
  /** Milliseconds from the disaster until calls were answered again. */
  answeredAfterMs: () => number
  stop: () => Promise<void>
}

/**
 * @param call resolves to whether it was answered.
 * @param intervalMs between an answer and the next call.
 */
export function startProbe(call: () => Promise<boolean>, intervalMs: number): Probe {
  const stopping = new AbortController()
  let begunMs = 0
  /** When the first call after the last failure was answered; undefined until then. */
  let answeredMs: number | undefined = 0
  const run = async () => {
    while (!stopping.signal.aborted) {
      const startMs = performance.now()
      const isAnswered = await call().catch(() => false)
      if (!isAnswered) answeredMs = undefined
      else if (startMs >= begunMs) answeredMs ??= performance.now()
      await wait(intervalMs)
    }
  }
  const running = run()
  return {
    begin() {
      begunMs = performance.now()
      answeredMs = undefined
    },
    isAnswered: () => answeredMs !== undefined,
    answeredAfterMs: () => (answeredMs ?? Number.NaN) - begunMs,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
