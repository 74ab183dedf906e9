import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import type { ReportedContent } from '#contract/moderation.ts'
import { removeCommentsBy } from '#web/comments/comments.api.ts'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { removePosts } from '#web/posts/posts.api.ts'
import { showToast } from '#web/ui/toast.ts'
import { invalidateAllButFeed } from './moderation.api.ts'

const pageSize = 20

export type QueueState = NonNullable<Input<'getReports'>['state']>

export type ContextTarget = Input<'getReportedContext'>

/** The post, comments or posts around reported content, whoever else may see them. */
export const reportedContextQuery = ({ target_type, target_id }: Pick<ContextTarget, 'target_type' | 'target_id'>) =>
  queryOptions({
    queryKey: ['moderation', 'getReportedContext', target_type, target_id],
    queryFn: ({ signal }) => call('getReportedContext', { target_type, target_id }, signal),
    staleTime: 0,
  })

/** Reported content, undecided or decided. Other moderators decide as well, so it is never fresh. */
export const reportsQuery = (state: QueueState) =>
  cursorQuery(
    ['moderation', 'getReports', state],
    'getReports',
    { state, limit: pageSize },
    { staleTime: 0, refetchOnWindowFocus: true },
  )

export const suspendedQuery = () =>
  cursorQuery(['moderation', 'getSuspended'], 'getSuspended', { limit: pageSize }, { staleTime: 0 })

export const moderationLogQuery = () =>
  cursorQuery(['moderation', 'getModerationLog'], 'getModerationLog', { limit: pageSize }, { staleTime: 0 })

type Decision = { reported: ReportedContent; action: Input<'resolveReport'>['action']; note: string }

/** Removes the decided content from this moderator's cached lists, as the server did for everybody. */
function removeDecidedContent({ reported, action }: Decision) {
  if (action === 'remove' && reported.target_type === 'post') removePosts((post) => post.id === reported.target_id)
  if (action !== 'suspend' || !reported.user) return
  const { id } = reported.user
  removePosts((post) => post.user_id === id)
  removeCommentsBy(id)
}

export const useResolveReport = () =>
  useMutation({
    mutationFn: ({ reported, action, note }: Decision) =>
      call('resolveReport', { target_type: reported.target_type, target_id: reported.target_id ?? 0, action, note }),
    onSuccess: ({ message }, decision) => {
      removeDecidedContent(decision)
      showToast(message)
      return invalidateAllButFeed()
    },
    // Another moderator may have decided first.
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
