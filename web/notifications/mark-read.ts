import { useEffect, useRef } from 'react'
import { showAsRead, markNotificationsRead } from './notifications.api.ts'

/** Milliseconds on the screen after which something was seen. */
const moment = 1000

/** What has been on the open page for a moment is read; it stays marked as new until the page is left. */
export function useMarkRead(newest: number | undefined, hasUnread: boolean) {
  const seen = useRef(0)
  useEffect(() => {
    if (newest === undefined || !hasUnread || newest <= seen.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible' && newest > seen.current) timer = setTimeout(see, moment)
    }
    const see = () => {
      const before = seen.current
      seen.current = newest
      markNotificationsRead(newest).catch(() => {
        seen.current = Math.min(seen.current, before)
      })
    }
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
    }
  }, [newest, hasUnread])
  useEffect(() => () => showAsRead(seen.current), [])
}
