import type { AppContext } from '#server/app-context.ts'
import type { CallContext, Handlers } from '#server/platform/call-handlers.ts'
import { isAllowed } from '#server/platform/rate-limit.ts'
import { notFound } from '#server/platform/refusal.ts'
import { mailboxOf } from '#server/registrations/registrations.rules.ts'
import { isUsernameFree, login, logout, register, resetPassword, startSession } from './auth.actions.ts'
import { type Account, emailExists } from './auth.queries.ts'
import { authText } from './auth.text.ts'
import { viewCurrentUser } from './auth.views.ts'
import { findDemo } from './demo.actions.ts'
import { deleteAccount } from './account-deletion.actions.ts'
import { rememberDevice } from './known-devices.actions.ts'
import { beginSecondStep, completeWithPasskey, completeWithRecoveryCode } from './passkeys.actions.ts'

type AuthCalls =
  | 'register'
  | 'login'
  | 'enterDemo'
  | 'loginWithPasskey'
  | 'loginWithRecoveryCode'
  | 'logout'
  | 'checkUsername'
  | 'checkEmail'
  | 'forgotPassword'
  | 'resetPassword'
  | 'deleteAccount'

type SignInContext = Pick<CallContext<'login'>, 'session' | 'device' | 'userAgent'>

/** Starts a session in the browser, and makes the browser a known device of the account. */
async function signIn(
  context: Pick<AppContext, 'db' | 'config'>,
  account: Account,
  { session, device, userAgent }: SignInContext,
): Promise<void> {
  session.start(await startSession(context, account, userAgent))
  device.remember(await rememberDevice(context.db, account.id, device.token))
}

type AuthContext = Pick<AppContext, 'config' | 'db' | 'pictures' | 'jobs' | 'demo'>

export const authRoutes = ({ config, db, pictures, jobs, demo }: AuthContext): Pick<Handlers, AuthCalls> => ({
  async register(input, context) {
    const isEmailAllowed = () => isAllowed(() => context.countAttempt(mailboxOf(input.email)))
    const account = await register({ db, jobs, config }, { ...input, isEmailAllowed })
    await signIn({ db, config }, account, context)
    return { success: true, message: authText.registered, user: viewCurrentUser(account) }
  },

  async login(input, context) {
    const account = await login(db, input)
    const second_step = await beginSecondStep({ db, config }, account.id)
    if (second_step) return { success: true, second_step }
    await signIn({ db, config }, account, context)
    return { success: true, user: viewCurrentUser(account) }
  },

  async enterDemo(_input, context) {
    const found = context.isFromThisMachine ? await findDemo(db, demo) : null
    if (!found) throw notFound()
    const { account, town } = found
    const second_step = await beginSecondStep({ db, config }, account.id)
    if (second_step) return { success: true, second_step, town }
    await signIn({ db, config }, account, context)
    return { success: true, user: viewCurrentUser(account), town }
  },

  async loginWithPasskey(input, context) {
    const account = await completeWithPasskey({ db, config }, { ...input, countAttempt: context.countAttempt })
    await signIn({ db, config }, account, context)
    return { success: true, user: viewCurrentUser(account) }
  },

  async loginWithRecoveryCode(input, context) {
    const { countAttempt } = context
    const account = await completeWithRecoveryCode({ db, jobs, config }, { ...input, countAttempt })
    await signIn({ db, config }, account, context)
    return { success: true, user: viewCurrentUser(account) }
  },

  async logout(_input, { session }) {
    if (session.token) await logout(db, session.token)
    session.end()
    return { success: true }
  },

  async forgotPassword({ email }, { countAttempt }) {
    // Answers before looking the account up, so that neither text nor time reveals whether it exists. Above the limit,
    // which anybody can reach for anybody, the last link in the mailbox still works: each is valid for the same hour.
    if (await isAllowed(() => countAttempt(mailboxOf(email))))
      await jobs.add(db, 'passwordReset', { email: email.toLowerCase() })
    return { success: true, message: authText.resetMailed }
  },

  async resetPassword(input, { session, device }) {
    const userId = await resetPassword({ db, jobs, config }, input)
    // A person who has used the link may sign in from here while others guess the password.
    device.remember(await rememberDevice(db, userId, device.token))
    // Another account may be signed in here; the next sign-in is with the new password.
    if (session.token) await logout(db, session.token)
    session.end()
    return { success: true, message: authText.resetDone }
  },

  async deleteAccount({ password }, { viewer, session, device }) {
    await deleteAccount({ db, pictures, jobs }, viewer.id, password)
    session.end()
    device.forget()
    return { success: true, message: authText.deleted }
  },

  checkUsername: async ({ username }, { viewer }) => ({
    available: await isUsernameFree(db, username, viewer?.id ?? null),
  }),
  checkEmail: async ({ email }) => ({ available: !(await emailExists(db, email)) }),
})
