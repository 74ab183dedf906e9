import type { Post, SpottedStatus } from '#contract/posts.ts'
import { call } from '#web/platform/api.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { createToggle, type ToggleState } from '#web/platform/toggle.ts'
import { patchPost, patchPosts } from '#web/posts/posts.api.ts'
import { showToast } from '#web/ui/toast.ts'

/** Queries that show confirmations of a person, a place or a post. */
const keysWithCounts = [['users', 'getProfile'], ['places', 'getLocation'], ['spotted']]

/** Refetches confirmations after one was given or withdrawn. */
export const invalidateSpottedCounts = () =>
  Promise.all(keysWithCounts.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

type SpottedState = ToggleState & {
  status: SpottedStatus | null
  /** The server's sentence about the last change. */
  message?: string
}

/** The line that goes with the request on a post, until it is sent. */
const unsentTexts = new Map<number, string>()

const toggleSpotted = createToggle<number, SpottedState>({
  send: async (postId, on) => {
    const { message, user_spotted_status, spotted_count } = await call('requestSpotted', {
      post_id: postId,
      ...(on ? { action: 'request', text: unsentTexts.get(postId) } : { action: 'withdraw' }),
    })
    unsentTexts.delete(postId)
    return { on: user_spotted_status !== null, status: user_spotted_status, count: spotted_count, message }
  },
  // A request does not count before it is confirmed.
  expect: (server, on) => {
    if (on === server.on) return server
    return {
      on,
      status: on ? 'pending' : null,
      count: Math.max(0, server.count - Number(server.status === 'confirmed')),
    }
  },
  show: (postId, { status, count }) => patchPost(postId, { user_spotted_status: status, spotted_count: count }),
  onSettled: (_postId, { message }) => {
    if (message) showToast(message)
  },
})

/** Returns the click handler that requests recognition in a post, or withdraws the request. */
export const requestSpotted =
  ({ id, user_spotted_status, spotted_count }: Post) =>
  async (text?: string) => {
    if (text) unsentTexts.set(id, text)
    else unsentTexts.delete(id)
    await toggleSpotted(id, { on: user_spotted_status !== null, status: user_spotted_status, count: spotted_count })
    if (user_spotted_status === 'confirmed') await invalidateSpottedCounts()
  }

/** The author has confirmed the viewer's request, which the viewer may have withdrawn before the event arrives. */
export const onSpottedConfirmed = (postId: number) =>
  patchPosts(({ id, user_spotted_status }) => id === postId && user_spotted_status === 'pending', {
    user_spotted_status: 'confirmed',
  })
