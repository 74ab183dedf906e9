import type { Database } from '#server/database/connect.ts'
import type { Handlers } from '#server/platform/http.ts'
import { endSession, login, register, startSession } from './auth.actions.ts'
import { emailExists, usernameExists } from './auth.queries.ts'
import { authText } from './auth.text.ts'
import { viewCurrentUser } from './auth.views.ts'

type AuthCalls = 'register' | 'login' | 'logout' | 'checkUsername' | 'checkEmail'

export const authRoutes = (db: Database): Pick<Handlers, AuthCalls> => ({
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

  checkUsername: async ({ username }) => ({ available: !(await usernameExists(db, username)) }),
  checkEmail: async ({ email }) => ({ available: !(await emailExists(db, email)) }),
})
