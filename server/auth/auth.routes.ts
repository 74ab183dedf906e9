import type { Database } from '#server/database/connect.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import type { Handlers } from '#server/platform/http.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mail } from '#server/platform/mail.ts'
import { deleteAccount, endSession, login, mailPasswordReset, register, resetPassword, startSession } from './auth.actions.ts'
import { emailExists, usernameExists } from './auth.queries.ts'
import { authText } from './auth.text.ts'
import { viewCurrentUser } from './auth.views.ts'

type AuthCalls =
  | 'register' | 'login' | 'logout' | 'checkUsername' | 'checkEmail' | 'forgotPassword' | 'resetPassword' | 'deleteAccount'

type AuthHouse = { db: Database; pictures: PictureStore; mail: Mail; log: Log }

export const authRoutes = ({ db, pictures, mail, log }: AuthHouse): Pick<Handlers, AuthCalls> => ({
  async register(input, { session }) {
    const account = await register(db, input)
    session.start(await startSession(db, account.id))
    return { success: true, message: authText.registered, user: viewCurrentUser(account) }
  },

  async login(input, { session }) {
    const account = await login(db, input)
    session.start(await startSession(db, account.id))
    return { success: true, user: viewCurrentUser(account) }
  },

  async logout(_input, { session }) {
    if (session.token) await endSession(db, session.token)
    session.end()
    return { success: true }
  },

  async forgotPassword({ email }) {
    // Answered before anything is looked for: neither words nor time tell whether there is such an account.
    // A mail server's own words may name the address: its code is enough.
    const tell = (error: Error & { cause?: { code?: unknown } }) => log.error({ code: error.cause?.code ?? error.name }, 'a link to a new password was not mailed')
    void mailPasswordReset(db, mail, email).catch(tell)
    return { success: true, message: authText.resetMailed }
  },

  async resetPassword(input, { session }) {
    await resetPassword(db, input)
    // Whoever was signed in here: the next to sign in is who has just chosen a password.
    if (session.token) await endSession(db, session.token)
    session.end()
    return { success: true, message: authText.resetDone }
  },

  async deleteAccount({ password }, { viewer, session }) {
    await deleteAccount(db, pictures, viewer.id, password)
    session.end()
    return { success: true, message: authText.deleted }
  },

  checkUsername: async ({ username }) => ({ available: !(await usernameExists(db, username)) }),
  checkEmail: async ({ email }) => ({ available: !(await emailExists(db, email)) }),
})
