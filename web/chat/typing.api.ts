import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { queryClient } from '#web/platform/query-client.ts'

/** How long one typing event shows the other as typing. */
const shownMs = 5000
/** The shortest time between two typing events of the viewer. */
const throttleMs = 3000

/** Whether a user is typing to the viewer. Set by live events. */
export const typingQuery = (otherId: number) =>
  queryOptions<boolean>({ queryKey: ['chat', 'typing', otherId], queryFn: skipToken, staleTime: Infinity })

const timeouts = new Map<number, ReturnType<typeof setTimeout>>()

export function setTyping(otherId: number, isTyping: boolean) {
  clearTimeout(timeouts.get(otherId))
  queryClient.setQueryData(typingQuery(otherId).queryKey, isTyping)
  if (!isTyping) return void timeouts.delete(otherId)
  const timeout = setTimeout(() => setTyping(otherId, false), shownMs)
  timeouts.set(otherId, timeout)
}

const lastSentAt = new Map<number, number>()

/** Notifies the other user that the viewer is typing. Fire and forget. */
export function sendTyping(otherId: number) {
  const now = Date.now()
  if (now - (lastSentAt.get(otherId) ?? 0) < throttleMs) return
  lastSentAt.set(otherId, now)
  call('sendTyping', { other_id: otherId }).catch(() => undefined)
}

/** Lets the next keystroke send a typing event at once: a new message has begun. */
export const resetTypingThrottle = (otherId: number) => void lastSentAt.delete(otherId)
