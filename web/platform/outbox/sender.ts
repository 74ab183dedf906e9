import { ApiError } from '#web/platform/api-errors.ts'
import { createBackoff } from '#web/platform/backoff.ts'

/** Lets one tab at a time send, in browsers with the Web Locks API. */
const exclusively = <Result>(lock: string, act: () => Promise<Result>) =>
  'locks' in navigator ? navigator.locks.request(lock, act) : act()

/** Calls `sendNext` until it returns false, and retries with back-off when it rejects. */
export function createSender(lock: string, sendNext: () => Promise<boolean>) {
  const backoff = createBackoff({ firstMs: 1000, maxMs: 60_000 })
  const stopped = new AbortController()
  let isRequested = false
  let inFlight: Promise<void> | undefined
  let notBefore = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const sendAll = async () => {
    while (isRequested && !stopped.signal.aborted) {
      // An item that is queued meanwhile requests another round.
      isRequested = false
      if (await exclusively(lock, sendNext)) isRequested = true
      backoff.reset()
    }
  }
  const scheduleRetry = (error: unknown) => {
    const retryAfterMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
    notBefore = Date.now() + retryAfterMs
    if (!stopped.signal.aborted) retryTimer = setTimeout(send, Math.max(retryAfterMs, backoff.next()))
  }
  function send() {
    if (stopped.signal.aborted) return
    isRequested = true
    clearTimeout(retryTimer)
    retryTimer = undefined
    inFlight ??= sendAll()
      .catch(scheduleRetry)
      .finally(() => {
        inFlight = undefined
        if (isRequested && retryTimer === undefined) send()
      })
  }
  return {
    /** Sends now, unless a Retry-After has not passed: there is a new item, or the network is back. */
    wake: () => {
      // If the attempt in flight fails, the next one need not wait longer than the first delay.
      backoff.reset()
      if (Date.now() >= notBefore) send()
    },
    stop: () => {
      stopped.abort()
      clearTimeout(retryTimer)
    },
  }
}
