import { useEffect, useEffectEvent, useState } from 'react'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { reloadingAfterFailures } from '#web/ui/code-reload.ts'

/** After the code could not be loaded. */
const retryDelayMs = 10_000

/**
 * Starts something after the page, for as long as a user is signed in.
 *
 * @param load loads the start function, which returns the stop function.
 */
export function useDeferredStart(load: () => Promise<() => () => void>, delayMs: number) {
  const userId = useCurrentUser()?.id
  const [loadOrReload] = useState(() => reloadingAfterFailures(load))
  const loadNow = useEffectEvent(loadOrReload)
  useEffect(() => {
    if (userId === undefined) return
    let stop: (() => void) | undefined
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const cancelStart = () => {
      clearTimeout(timer)
      window.removeEventListener('online', start)
    }
    const startAfter = (delay: number) => {
      timer = setTimeout(start, delay)
    }
    async function start() {
      cancelStart()
      try {
        const begin = await loadNow()
        if (!isStopped) stop = begin()
      } catch {
        if (isStopped) return
        startAfter(retryDelayMs)
        window.addEventListener('online', start)
      }
    }
    startAfter(delayMs)
    return () => {
      isStopped = true
      cancelStart()
      stop?.()
    }
  }, [userId, delayMs])
}
