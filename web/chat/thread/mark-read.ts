import { useEffect } from 'react'
import { markMessagesRead } from '#web/chat/chat.api.ts'

/** Tells what was read, while somebody looks at it. @param upTo the number of the last; null where there is nothing to tell. */
export function useMarkRead(otherId: number, upTo: number | null) {
  useEffect(() => {
    if (upTo === null) return
    const mark = () => {
      // What the server does not learn is told by the next look.
      if (document.visibilityState === 'visible') markMessagesRead(otherId, upTo).catch(() => undefined)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    window.addEventListener('online', mark)
    return () => {
      document.removeEventListener('visibilitychange', mark)
      window.removeEventListener('online', mark)
    }
  }, [otherId, upTo])
}
