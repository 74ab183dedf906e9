import { useEffect, useEffectEvent } from 'react'
import { useCurrentUser } from '#web/platform/current-user.ts'

/** The code did not come. */
const retryAfter = 10_000

/**
 * Starts what comes after the page, for as long as somebody is signed in.
 * @param load gives what starts it, and returns what ends it. @param after milliseconds: the page comes first.
 */
export function useDeferredStart(load: () => Promise<() => () => void>, after: number) {
  const userId = useCurrentUser()?.id
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (userId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const forgetStart = () => {
      clearTimeout(timer)
      window.removeEventListener('online', start)
    }
    const startAfter = (delay: number) => {
      timer = setTimeout(start, delay)
    }
    async function start() {
      forgetStart()
      try {
        const begin = await loadNow()
        if (!isOver) stop = begin()
      } catch {
        if (isOver) return
        startAfter(retryAfter)
        window.addEventListener('online', start)
      }
    }
    startAfter(after)
    return () => {
      isOver = true
      forgetStart()
      stop?.()
    }
  }, [userId, after])
}
