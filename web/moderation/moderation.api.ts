import { type InfiniteData, infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import { removeCommentsBy } from '#web/comments/comments.api.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { changeData } from '#web/platform/change-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { removePosts } from '#web/posts/posts.api.ts'
import { showToast } from '#web/ui/toast.ts'
import { changePeople } from '#web/users/users.api.ts'

/** What a report is about. */
export type ReportTarget = Pick<Input<'report'>, 'target_type' | 'target_id'>

export const useReport = () =>
  useMutation({
    // Reported again, a thing is reported once: what failed half-way is sent anew.
    mutationFn: async (inputs: Input<'report'>[]) => {
      let message = ''
      for (const input of inputs) message = (await call('report', input)).message
      return message
    },
    onSuccess: (message) => showToast(message),
  })

const blockedKey = ['moderation', 'getBlockedUsers']

/** Counts and lists are asked again; the feed moves only when it is asked to. */
export const invalidateAllButFeed = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'feed' })

export const useBlockUser = () =>
  useMutation({
    mutationFn: (userId: number) => call('blockUser', { blocked_id: userId }),
    onSuccess: ({ message }, userId) => {
      removePosts((post) => post.user_id === userId)
      removeCommentsBy(userId)
      changePeople((people) => people.filter(({ id }) => id !== userId))
      void invalidateAllButFeed()
      showToast(message)
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

export const useUnblockUser = () =>
  useMutation({
    mutationFn: (userId: number) => call('unblockUser', { blocked_id: userId }),
    onSuccess: ({ message }, userId) => {
      changeData<InfiniteData<Output<'getBlockedUsers'>>>({ queryKey: blockedKey }, (data) => ({
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          blocked_users: page.blocked_users.filter(({ id }) => id !== userId),
        })),
      }))
      void invalidateAllButFeed()
      showToast(message)
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

/** Whom the viewer has blocked. */
export const blockedUsersQuery = () =>
  infiniteQueryOptions({
    queryKey: blockedKey,
    queryFn: ({ pageParam, signal }) =>
      call('getBlockedUsers', { limit: 30, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })
