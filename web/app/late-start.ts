import { useEffect, useEffectEvent } from 'react'
import { useCurrentUser } from '#web/platform/current-user.ts'

/** The code did not come. */
const retryAfter = 10_000

/**
 * Starts what comes after the page, for as long as somebody is signed in.
 * @param load gives what starts it, and returns what ends it. @param after milliseconds: the page comes first.
 */
export function useLateStart(load: () => Promise<() => () => void>, after: number) {
  const userId = useCurrentUser()?.id
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (userId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    const start = async () => {
      try {
        const begin = await loadNow()
        if (!isOver) stop = begin()
      } catch {
        if (!isOver) timer = setTimeout(start, retryAfter)
      }
    }
    let timer = setTimeout(start, after)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [userId, after])
}
