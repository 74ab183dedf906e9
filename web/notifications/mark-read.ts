import { useEffect, useRef } from 'react'
import { onBack } from '#web/platform/when-back.ts'
import { markNotificationsRead, showAsRead } from './notifications.api.ts'

/** A notification counts as read after this long on the screen. */
const readAfterMs = 1000

/**
 * Marks the notifications of the open page as read. The list keeps their unread mark until the page is left.
 *
 * @param newest the position of the newest one.
 */
export function useMarkRead(newest: number | undefined, hasUnread: boolean) {
  const markedUpTo = useRef(0)
  useEffect(() => {
    if (newest === undefined || !hasUnread || newest <= markedUpTo.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const mark = () => {
      if (document.visibilityState !== 'visible' || newest <= markedUpTo.current) return
      const before = markedUpTo.current
      markedUpTo.current = newest
      markNotificationsRead(newest).catch(() => {
        markedUpTo.current = Math.min(markedUpTo.current, before)
      })
    }
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(mark, readAfterMs)
    }
    restartTimer()
    const stop = onBack(restartTimer)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [newest, hasUnread])
  useEffect(() => () => showAsRead(markedUpTo.current), [])
}
