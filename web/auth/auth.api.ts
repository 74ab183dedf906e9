import { useMutation, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import type { Input } from '#contract/calls.ts'
import { startForgetting } from '#web/navigation/destination.ts'
import { call } from '#web/platform/api.ts'
import { ApiError, InvalidReplyError, NetworkError, errorMessage } from '#web/platform/api-errors.ts'
import { clearUser, storeUser } from '#web/platform/current-user.ts'
import { storePosition } from '#web/platform/geolocation.ts'
import { unsubscribePush } from '#web/platform/push.ts'
import { finishSignOut, signOut } from '#web/platform/sign-out.ts'
import { clearStorage } from '#web/platform/storage.ts'
import { showToast } from '#web/ui/toast.ts'
import { authText } from './auth.text.ts'
import { PasskeyFailure, type PasskeyRequest, requestPasskey } from './browser-passkeys.ts'

/** Returns the sentence for a failed sign-in or registration (docs/product.md). */
export function authErrorMessage(error: unknown) {
  if (error instanceof NetworkError) return authText.network(error.message)
  if (error instanceof PasskeyFailure || error instanceof CookieFailure) return error.message
  if (error instanceof InvalidReplyError) return authText.invalidReply
  return errorMessage(error)
}

/** The browser has not kept the cookie of the session; `message` is the sentence to show. */
class CookieFailure extends Error {
  override name = 'CookieFailure'
}

/** Calls after the session of an earlier sign-out has ended: it would end the new one. */
const callToSignIn: typeof call = async (...args) => {
  await finishSignOut()
  return call(...args)
}

/** Stores the user; the guards then redirect. */
async function signIn({ user }: { user?: CurrentUser | undefined }) {
  if (typeof user?.id !== 'number') throw new InvalidReplyError('no user')
  // Only the next call shows whether the browser sends the cookie: WebKit reports that it keeps cookies when it does not.
  await call('getAccount', {}).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) throw new CookieFailure(authText.cookiesBlocked)
  })
  storeUser(user)
}

/** Resolves to the second step if the account has a passkey. */
export const useLogin = () =>
  useMutation({
    mutationFn: async (input: Input<'login'>) => {
      const reply = await callToSignIn('login', input)
      if (reply.second_step) return reply.second_step
      await signIn(reply)
      return null
    },
  })

/** Signs in as the person of the demo, and looks around the town where they live: the browser may be anywhere. */
export const useEnterDemo = () =>
  useMutation({
    mutationFn: async () => {
      const { second_step, town, ...reply } = await callToSignIn('enterDemo', {})
      storePosition(town)
      if (second_step) return second_step
      await signIn(reply)
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
  useMutation({ mutationFn: async (input: Input<'register'>) => signIn(await callToSignIn('register', input)) })

/** Clears the device and ends the session, which without a network ends when it is back. */
export const useLogout = () =>
  useMutation({
    mutationFn: async () => {
      // Needs the session. A failure does not prevent the sign-out.
      if (navigator.onLine) await unsubscribePush().catch(() => undefined)
      await signOut(() => {
        startForgetting()
        clearStorage()
      })
    },
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
