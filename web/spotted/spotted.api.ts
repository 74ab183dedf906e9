import type { Post, SpottedStatus } from '#contract/posts.ts'
import { call } from '#web/platform/api.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { createToggle, type ToggleState } from '#web/platform/toggle.ts'
import { patchPost } from '#web/posts/posts.api.ts'
import { showToast } from '#web/ui/toast.ts'

/** What counts and lists confirmations: of a person, of a place, of a post. */
const counting = [['users', 'getProfile'], ['places', 'getLocation'], ['spotted']]

/** Somebody is confirmed in a post, or no longer. */
export const invalidateSpottedCounts = () =>
  Promise.all(counting.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

type Recognition = ToggleState & {
  status: SpottedStatus | null
  /** What the server says about it. */
  message?: string
}

const toggleSpotted = createToggle<number, Recognition>({
  send: async (postId, on) => {
    const { message, user_spotted_status, spotted_count } = await call('requestSpotted', {
      post_id: postId,
      action: on ? 'request' : 'withdraw',
    })
    return { on: user_spotted_status !== null, status: user_spotted_status, count: spotted_count, message }
  },
  // A request does not count before it is confirmed.
  expect: (server, wanted) => {
    if (wanted === server.on) return server
    return {
      on: wanted,
      status: wanted ? 'pending' : null,
      count: Math.max(0, server.count - Number(server.status === 'confirmed')),
    }
  },
  show: (postId, { status, count }) => patchPost(postId, { user_spotted_status: status, spotted_count: count }),
  settled: (_postId, { message }) => {
    if (message) showToast(message)
  },
})

/** Gives what “that is me” does, and what takes it back. */
export const requestSpotted =
  ({ id, user_spotted_status, spotted_count }: Post) =>
  async () => {
    await toggleSpotted(id, { on: user_spotted_status !== null, status: user_spotted_status, count: spotted_count })
    if (user_spotted_status === 'confirmed') await invalidateSpottedCounts()
  }
