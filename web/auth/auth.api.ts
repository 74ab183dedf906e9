import { useMutation, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import type { Input } from '#contract/calls.ts'
import { startForgetting } from '#web/navigation/destination.ts'
import { call } from '#web/platform/api.ts'
import { InvalidReplyError, NetworkError, errorMessage } from '#web/platform/api-errors.ts'
import { clearUser, storeUser } from '#web/platform/current-user.ts'
import { storePosition } from '#web/platform/geolocation.ts'
import { unsubscribePush } from '#web/platform/push.ts'
import { clearStorage } from '#web/platform/storage.ts'
import { showToast } from '#web/ui/toast.ts'
import { authText } from './auth.text.ts'
import { PasskeyFailure, type PasskeyRequest, requestPasskey } from './browser-passkeys.ts'

/** Returns the sentence for a failed sign-in or registration (docs/product.md). */
export function authErrorMessage(error: unknown) {
  if (error instanceof NetworkError) return authText.network(error.message)
  if (error instanceof PasskeyFailure) return error.message
  if (error instanceof InvalidReplyError) return authText.invalidReply
  return errorMessage(error)
}

/** Stores the user; the guards then redirect. */
function signIn({ user }: { user?: CurrentUser | undefined }) {
  if (typeof user?.id !== 'number') throw new InvalidReplyError('no user')
  storeUser(user)
}

/** Resolves to the second step if the account has a passkey. */
export const useLogin = () =>
  useMutation({
    mutationFn: async (input: Input<'login'>) => {
      const reply = await call('login', input)
      if (reply.second_step) return reply.second_step
      signIn(reply)
      return null
    },
  })

/** Signs in as the person of the demo, and looks around the town where they live: the browser may be anywhere. */
export const useEnterDemo = () =>
  useMutation({
    mutationFn: async () => {
      const { second_step, town, ...reply } = await call('enterDemo', {})
      storePosition(town)
      if (second_step) return second_step
      signIn(reply)
      return null
    },
  })

export const useLoginWithPasskey = () =>
  useMutation({
    mutationFn: async ({ ticket, options }: { ticket: string; options: PasskeyRequest }) =>
      signIn(await call('loginWithPasskey', { ticket, response: await requestPasskey(options) })),
  })

export const useLoginWithRecoveryCode = () =>
  useMutation({
    mutationFn: async (input: Input<'loginWithRecoveryCode'>) => signIn(await call('loginWithRecoveryCode', input)),
  })

export const useRegister = () =>
  useMutation({ mutationFn: async (input: Input<'register'>) => signIn(await call('register', input)) })

/** Ends the session. Without a network it stays, because its cookie would too. */
export const useLogout = () =>
  useMutation({
    mutationFn: async () => {
      // Needs the session. A failure does not prevent the sign-out.
      await unsubscribePush().catch(() => undefined)
      try {
        await call('logout', {})
      } catch (error) {
        if (error instanceof NetworkError) throw error
      }
      startForgetting()
      clearStorage()
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

export const useForgotPassword = () =>
  useMutation({ mutationFn: (input: Input<'forgotPassword'>) => call('forgotPassword', input) })

/** Ends every session of the account, also that of this browser. */
export const useResetPassword = () =>
  useMutation({ mutationFn: (input: Input<'resetPassword'>) => call('resetPassword', input), onSuccess: clearUser })

/** Lets the browser download the archive; its content does not pass through the page. */
export const useExportAccount = () =>
  useMutation({
    mutationFn: (password: string) => call('exportAccount', { password }),
    onSuccess: ({ url, message }) => {
      location.assign(url)
      showToast(message)
    },
  })

/** Clears the device afterwards, so that the guards redirect to /login. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: (password: string) => call('deleteAccount', { password }),
    onSuccess: ({ message }) => {
      startForgetting()
      clearStorage()
      showToast(message)
    },
  })

/** Whether a username or an e-mail address is available. Disabled while `value` is null. */
export const useAvailability = (kind: 'username' | 'email', value: string | null) =>
  useQuery({
    queryKey: ['auth', kind === 'username' ? 'checkUsername' : 'checkEmail', value],
    queryFn: ({ signal }) =>
      kind === 'username'
        ? call('checkUsername', { username: value ?? '' }, signal)
        : call('checkEmail', { email: value ?? '' }, signal),
    enabled: value !== null,
    retry: false,
  })
