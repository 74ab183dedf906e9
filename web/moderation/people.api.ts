import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { showToast } from '#web/ui/toast.ts'
import { invalidateAllButFeed } from './moderation.api.ts'

const finish = ({ message }: { message: string }) => {
  showToast(message)
  return invalidateAllButFeed()
}
const showError = (error: Error) => showToast(errorMessage(error), 'danger')

/** How somebody signs in, by username or address. A mutation, because each look is in the log. */
export const useShowAccount = () =>
  useMutation({ mutationFn: async (name: string) => (await call('showAccount', { name })).account, onError: showError })

export const useMailResetLink = () =>
  useMutation({
    mutationFn: (userId: number) => call('mailResetLink', { helped_id: userId }),
    onSuccess: finish,
    onError: showError,
  })

export const useRemoveSecondFactor = () =>
  useMutation({
    mutationFn: (input: Input<'removeSecondFactor'>) => call('removeSecondFactor', input),
    onSuccess: finish,
  })

export const useDeleteUser = () =>
  useMutation({ mutationFn: (input: Input<'deleteUser'>) => call('deleteUser', input), onSuccess: finish })

export type PeopleFilter = { query: string; only: NonNullable<Input<'getPeople'>['only']> }

/** People with an account. While a new search loads, the last one stays. */
export const usePeople = (filter: PeopleFilter) =>
  useInfiniteQuery({
    ...cursorQuery(['moderation', 'getPeople', filter], 'getPeople', { ...filter, limit: 30 }, { staleTime: 0 }),
    placeholderData: keepPreviousData,
  })

// Another administrator may have been first.
const onError = () => void invalidateAllButFeed()

export const useSuspendUser = () =>
  useMutation({
    mutationFn: ({ userId, note }: { userId: number; note: string }) =>
      call('suspendUser', { suspended_id: userId, note }),
    onSuccess: finish,
    onError,
  })

export const useChangeRole = () =>
  useMutation({
    mutationFn: ({ userId, role }: { userId: number; role: 'user' | 'moderator' }) =>
      call('changeRole', { changed_id: userId, role }),
    onSuccess: finish,
    onError: (error) => {
      showToast(errorMessage(error), 'danger')
      onError()
    },
  })
