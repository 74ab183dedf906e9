import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { currentUser, storeUser } from '#web/platform/current-user.ts'
import { renewPush, unsubscribePush } from '#web/platform/push.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { clearStorage } from '#web/platform/storage.ts'
import { showToast } from '#web/ui/toast.ts'
import { createPasskey, PasskeyFailure } from '#web/auth/browser-passkeys.ts'

export const securityErrorMessage = (error: unknown) =>
  error instanceof PasskeyFailure ? error.message : errorMessage(error)

/** The account and its address. Updates the stored user, whose names and address may have changed on another device. */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['auth', 'getAccount'],
    queryFn: async ({ signal }) => {
      const { user, email_status } = await call('getAccount', {}, signal)
      if (currentUser()?.id === user.id) storeUser(user)
      return { username: user.username, email: user.email, emailStatus: email_status }
    },
    staleTime: 0,
  })

/** Changes the viewer's username. What is cached with the old one is fetched again when it is shown. */
export const useChangeUsername = () =>
  useMutation({
    mutationFn: (input: Input<'changeUsername'>) => call('changeUsername', input),
    onSuccess: ({ message, user }) => {
      storeUser(user)
      showToast(message)
      void queryClient.invalidateQueries()
    },
  })

export const useChangeEmail = () =>
  useMutation({ mutationFn: (input: Input<'changeEmail'>) => call('changeEmail', input) })

export const useConfirmEmail = () => useMutation({ mutationFn: (token: string) => call('confirmEmail', { token }) })

export const useSendEmailConfirmation = () =>
  useMutation({
    mutationFn: () => call('sendEmailConfirmation', {}),
    onSuccess: ({ message }) => {
      showToast(message)
      // It may have been confirmed meanwhile, in another window.
      void queryClient.invalidateQueries({ queryKey: accountQuery().queryKey })
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

export const useChangePassword = () =>
  useMutation({
    mutationFn: (input: Input<'changePassword'>) => call('changePassword', input),
    onSuccess: ({ message }) => {
      // The new session has no push subscription yet.
      void renewPush().catch(() => undefined)
      showToast(message)
      void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
      void invalidateAccessTokens()
    },
  })

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'getSessions'],
    queryFn: async ({ signal }) => (await call('getSessions', {}, signal)).sessions,
    staleTime: 0,
  })

export const useEndSession = () =>
  useMutation({
    mutationFn: (session_id: number) => call('endSession', { session_id }),
    onSuccess: ({ message }, session_id) => {
      queryClient.setQueryData(sessionsQuery().queryKey, (sessions) => sessions?.filter(({ id }) => id !== session_id))
      showToast(message)
    },
    onError: (error) => {
      showToast(errorMessage(error), 'danger')
      void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
    },
  })

/** Clears the device afterwards, so that the guards redirect to /login. */
export const useEndAllSessions = () =>
  useMutation({
    mutationFn: async () => {
      // Needs the session. A failure does not prevent the sign-out.
      await unsubscribePush().catch(() => undefined)
      const { message } = await call('endAllSessions', {})
      clearStorage()
      showToast(message)
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

export const accessTokensQuery = () =>
  queryOptions({
    queryKey: ['auth', 'getAccessTokens'],
    queryFn: async ({ signal }) => (await call('getAccessTokens', {}, signal)).tokens,
    staleTime: 0,
  })

const invalidateAccessTokens = () => queryClient.invalidateQueries({ queryKey: accessTokensQuery().queryKey })

export const useCreateAccessToken = () =>
  useMutation({
    mutationFn: (input: Input<'createAccessToken'>) => call('createAccessToken', input),
    onSuccess: () => void invalidateAccessTokens(),
  })

export const useDeleteAccessToken = () =>
  useMutation({
    mutationFn: (token_id: number) => call('deleteAccessToken', { token_id }),
    onSuccess: ({ message }) => showToast(message),
    onError: (error) => showToast(errorMessage(error), 'danger'),
    onSettled: () => void invalidateAccessTokens(),
  })

export const passkeysQuery = () =>
  queryOptions({
    queryKey: ['auth', 'getPasskeys'],
    queryFn: ({ signal }) => call('getPasskeys', {}, signal),
    staleTime: 0,
  })

const invalidatePasskeys = () => queryClient.invalidateQueries({ queryKey: passkeysQuery().queryKey })

/** Creates and registers a passkey. The first one returns recovery codes. */
async function addPasskey({ password, name }: { password: string; name: string }): Promise<Output<'addPasskey'>> {
  const { ticket, options } = await call('beginPasskey', { password })
  return call('addPasskey', { ticket, name, response: await createPasskey(options) })
}

export const useAddPasskey = () =>
  useMutation({
    mutationFn: addPasskey,
    onSuccess: ({ message }) => {
      showToast(message)
      void invalidatePasskeys()
    },
  })

export const useDeletePasskey = () =>
  useMutation({
    mutationFn: (input: Input<'deletePasskey'>) => call('deletePasskey', input),
    onSuccess: ({ message }) => {
      showToast(message)
      void invalidatePasskeys()
    },
  })

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: (password: string) => call('renewRecoveryCodes', { password }),
    onSuccess: () => void invalidatePasskeys(),
  })
