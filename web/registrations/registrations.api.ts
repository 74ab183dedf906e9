import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import type { RegistrationMode } from '#contract/registrations.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'

const pageSize = 20

/** The setting of who may create an account. */
export const registrationModeQuery = () =>
  queryOptions({
    queryKey: ['registrations', 'getRegistrationMode'],
    queryFn: async ({ signal }) => (await call('getRegistrationMode', {}, signal)).mode,
    staleTime: 0,
  })

export const invitationsQuery = () =>
  cursorQuery(['registrations', 'getInvitations'], 'getInvitations', { limit: pageSize }, { staleTime: 0 })

/** While a new search loads, the last one stays. */
export const useBlockedAddresses = (query: string) =>
  useInfiniteQuery({
    ...cursorQuery(
      ['registrations', 'getBlockedAddresses', query],
      'getBlockedAddresses',
      { query, limit: pageSize },
      { staleTime: 0 },
    ),
    placeholderData: keepPreviousData,
  })

const refresh = () => queryClient.invalidateQueries({ queryKey: ['registrations'] })
const showFailure = (error: Error) => showToast(errorMessage(error), 'danger')
const finish = ({ message }: { message: string }) => {
  showToast(message)
  return refresh()
}

export const useChangeRegistrationMode = () =>
  useMutation({
    mutationFn: (mode: RegistrationMode) => call('changeRegistrationMode', { mode }),
    onSuccess: finish,
    onError: showFailure,
  })

export const useCreateInvitation = () =>
  useMutation({
    mutationFn: (input: Omit<Input<'createInvitation'>, 'user_id'>) => call('createInvitation', input),
    onSuccess: () => void refresh(),
  })

export const useWithdrawInvitation = () =>
  useMutation({
    mutationFn: (id: number) => call('withdrawInvitation', { invitation_id: id }),
    onSuccess: finish,
    onError: showFailure,
    onSettled: refresh,
  })

export const useBlockAddress = () =>
  useMutation({ mutationFn: (address: string) => call('blockAddress', { address }), onSuccess: finish })

export const useUnblockAddress = () =>
  useMutation({
    mutationFn: (id: number) => call('unblockAddress', { blocked_id: id }),
    onSuccess: finish,
    onError: showFailure,
    onSettled: refresh,
  })
