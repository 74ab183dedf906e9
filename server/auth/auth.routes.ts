import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { login, logout, register, resetPassword, startSession } from './auth.actions.ts'
import { emailExists, usernameExists } from './auth.queries.ts'
import { authText } from './auth.text.ts'
import { viewCurrentUser } from './auth.views.ts'
import { deleteAccount } from './account-deletion.actions.ts'
import { beginSecondStep, completeWithPasskey, completeWithRecoveryCode } from './passkeys.actions.ts'

type AuthCalls =
  | 'register'
  | 'login'
  | 'loginWithPasskey'
  | 'loginWithRecoveryCode'
  | 'logout'
  | 'checkUsername'
  | 'checkEmail'
  | 'forgotPassword'
  | 'resetPassword'
  | 'deleteAccount'

type AuthContext = Pick<AppContext, 'config' | 'db' | 'pictures' | 'jobs'>

export const authRoutes = ({ config, db, pictures, jobs }: AuthContext): Pick<Handlers, AuthCalls> => ({
  async register(input, { session, userAgent }) {
    const account = await register({ db, jobs }, input)
    session.start(await startSession(db, account, userAgent))
    return { success: true, message: authText.registered, user: viewCurrentUser(account) }
  },

  async login(input, { session, userAgent }) {
    const account = await login(db, input)
    const second_step = await beginSecondStep({ db, config }, account.id)
    if (second_step) return { success: true, second_step }
    session.start(await startSession(db, account, userAgent))
    return { success: true, user: viewCurrentUser(account) }
  },

  async loginWithPasskey(input, { session, userAgent, countAttempt }) {
    const account = await completeWithPasskey({ db, config }, { ...input, countAttempt })
    session.start(await startSession(db, account, userAgent))
    return { success: true, user: viewCurrentUser(account) }
  },

  async loginWithRecoveryCode(input, { session, userAgent, countAttempt }) {
    const account = await completeWithRecoveryCode({ db, jobs }, { ...input, countAttempt })
    session.start(await startSession(db, account, userAgent))
    return { success: true, user: viewCurrentUser(account) }
  },

  async logout(_input, { session }) {
    if (session.token) await logout(db, session.token)
    session.end()
    return { success: true }
  },

  async forgotPassword({ email }) {
    // Answers before looking the account up, so that neither text nor time reveals whether it exists.
    await jobs.add(db, 'passwordReset', { email })
    return { success: true, message: authText.resetMailed }
  },

  async resetPassword(input, { session }) {
    await resetPassword(db, input)
    // Another account may be signed in here; the next sign-in is with the new password.
    if (session.token) await logout(db, session.token)
    session.end()
    return { success: true, message: authText.resetDone }
  },

  async deleteAccount({ password }, { viewer, session }) {
    await deleteAccount({ db, pictures, jobs }, viewer.id, password)
    session.end()
    return { success: true, message: authText.deleted }
  },

  checkUsername: async ({ username }) => ({ available: !(await usernameExists(db, username)) }),
  checkEmail: async ({ email }) => ({ available: !(await emailExists(db, email)) }),
})
