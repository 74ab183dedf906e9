import { useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import type { BlockedUser } from '#contract/moderation.ts'
import { removeCommentsBy } from '#web/comments/comments.api.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { changePages } from '#web/platform/change-data.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { removePosts } from '#web/posts/posts.api.ts'
import { showToast } from '#web/ui/toast.ts'
import { changePeople } from '#web/users/users.api.ts'

/** The subject of a report. */
export type ReportTarget = Pick<Input<'report'>, 'target_type' | 'target_id'>

export const useReport = () =>
  useMutation({
    // Reports are idempotent: after a failure half-way, all of them are sent again.
    mutationFn: async (inputs: Input<'report'>[]) => {
      let message = ''
      for (const input of inputs) message = (await call('report', input)).message
      return message
    },
    onSuccess: (message) => showToast(message),
  })

const blockedKey = ['moderation', 'getBlockedUsers']

/** Refetches counts and lists. The feed only moves on request. */
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
      changePages({ queryKey: blockedKey }, 'blocked_users', (people: BlockedUser[]) =>
        people.filter(({ id }) => id !== userId),
      )
      void invalidateAllButFeed()
      showToast(message)
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

/** The users that the viewer has blocked. */
export const blockedUsersQuery = () => cursorQuery(blockedKey, 'getBlockedUsers', { limit: 30 }, { staleTime: 0 })
