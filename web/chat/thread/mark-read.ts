import { useEffect } from 'react'
import { markMessagesRead } from '#web/chat/chat.api.ts'
import { onBack } from '#web/platform/when-back.ts'

/**
 * Marks messages as read while the page is visible, and again after a failure when it returns.
 *
 * @param upTo the number of the last one; null: nothing to mark.
 */
export function useMarkRead(otherId: number, upTo: number | null) {
  useEffect(() => {
    if (upTo === null) return
    const mark = () => void markMessagesRead(otherId, upTo).catch(() => undefined)
    if (document.visibilityState === 'visible') mark()
    return onBack(mark)
  }, [otherId, upTo])
}
