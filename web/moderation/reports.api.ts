import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import type { ReportedThing } from '#contract/moderation.ts'
import { removeCommentsBy } from '#web/comments/comments.api.ts'
import { call } from '#web/platform/api.ts'
import { removePosts } from '#web/posts/posts.api.ts'
import { showToast } from '#web/ui/toast.ts'
import { invalidateAllButFeed } from './moderation.api.ts'

const pageLength = 20
const pageAfter = (cursor: string) => ({ limit: pageLength, ...(cursor && { cursor }) })

export type QueueState = NonNullable<Input<'getReports'>['state']>

/** What is reported, and waits for a decision or had one. */
export const reportsQuery = (state: QueueState) =>
  infiniteQueryOptions({
    queryKey: ['moderation', 'getReports', state],
    queryFn: ({ pageParam, signal }) => call('getReports', { state, ...pageAfter(pageParam) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    // Others decide as well.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const suspendedQuery = () =>
  infiniteQueryOptions({
    queryKey: ['moderation', 'getSuspended'],
    queryFn: ({ pageParam, signal }) => call('getSuspended', pageAfter(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

export const moderationLogQuery = () =>
  infiniteQueryOptions({
    queryKey: ['moderation', 'getModerationLog'],
    queryFn: ({ pageParam, signal }) => call('getModerationLog', pageAfter(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

type Decision = { thing: ReportedThing; action: Input<'resolveReport'>['action']; note: string }

/** What is gone for everybody is gone from this moderator's lists too. */
function removeDecidedContent({ thing, action }: Decision) {
  if (action === 'remove' && thing.target_type === 'post') removePosts((post) => post.id === thing.target_id)
  if (action !== 'suspend' || !thing.user) return
  const { id } = thing.user
  removePosts((post) => post.user_id === id)
  removeCommentsBy(id)
}

export const useResolveReport = () =>
  useMutation({
    mutationFn: ({ thing, action, note }: Decision) =>
      call('resolveReport', { target_type: thing.target_type, target_id: thing.target_id ?? 0, action, note }),
    onSuccess: ({ message }, decision) => {
      removeDecidedContent(decision)
      showToast(message)
      return invalidateAllButFeed()
    },
    // Somebody may have been faster.
    onError: () => void invalidateAllButFeed(),
  })

export const useLiftSuspension = () =>
  useMutation({
    mutationFn: ({ userId, note }: { userId: number; note: string }) =>
      call('liftSuspension', { suspended_id: userId, note }),
    onSuccess: ({ message }) => {
      showToast(message)
      return invalidateAllButFeed()
    },
    onError: () => void invalidateAllButFeed(),
  })
