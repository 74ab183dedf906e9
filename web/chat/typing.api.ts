import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { queryClient } from '#web/platform/query-client.ts'

/** Milliseconds: so long somebody is said to be writing, and so often it is told at most. */
const shownFor = 5000
const toldEvery = 3000

/** Whether somebody is writing to the viewer; it is told. */
export const typingQuery = (otherId: number) =>
  queryOptions<boolean>({ queryKey: ['chat', 'typing', otherId], queryFn: skipToken, staleTime: Infinity })

const ends = new Map<number, ReturnType<typeof setTimeout>>()

export function setTyping(otherId: number, isTyping: boolean) {
  clearTimeout(ends.get(otherId))
  queryClient.setQueryData(typingQuery(otherId).queryKey, isTyping)
  if (isTyping)
    ends.set(
      otherId,
      setTimeout(() => setTyping(otherId, false), shownFor),
    )
  else ends.delete(otherId)
}

const told = new Map<number, number>()

/** Says that the viewer is writing. Nobody waits for it. */
export function sendTyping(otherId: number) {
  const now = Date.now()
  if (now - (told.get(otherId) ?? 0) < toldEvery) return
  told.set(otherId, now)
  call('sendTyping', { other_id: otherId }).catch(() => undefined)
}

/** What is written next begins anew. */
export const resetTypingThrottle = (otherId: number) => void told.delete(otherId)
