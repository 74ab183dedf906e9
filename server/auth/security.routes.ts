import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { createAccessToken, deleteAccessToken } from './access-tokens.actions.ts'
import { findAccessTokens } from './access-tokens.queries.ts'
import { findAccount } from './auth.queries.ts'
import { viewCurrentUser } from './auth.views.ts'
import { changeEmail, confirmEmail, sendEmailConfirmation } from './email.actions.ts'
import { addPasskey, beginPasskey, deletePasskey, renewRecoveryCodes } from './passkeys.actions.ts'
import { countRecoveryCodes, findPasskeys } from './passkeys.queries.ts'
import { relyingPartyOf } from './passkeys.rules.ts'
import { changePassword } from './passwords.actions.ts'
import { securityText } from './security.text.ts'
import { viewAccessToken, viewEmailStatus, viewPasskey, viewSession } from './security.views.ts'
import { endAllSessions, endSession, listSessions } from './sessions.actions.ts'
import { changeUsername } from './usernames.actions.ts'

type SecurityCalls =
  | 'getAccount'
  | 'getSessions'
  | 'endSession'
  | 'endAllSessions'
  | 'changePassword'
  | 'changeUsername'
  | 'changeEmail'
  | 'confirmEmail'
  | 'sendEmailConfirmation'
  | 'getPasskeys'
  | 'beginPasskey'
  | 'addPasskey'
  | 'deletePasskey'
  | 'renewRecoveryCodes'
  | 'getAccessTokens'
  | 'createAccessToken'
  | 'deleteAccessToken'

type SecurityContext = Pick<AppContext, 'config' | 'db' | 'jobs'>

/** Calls with which a signed-in user manages sign-in: sessions, password, username, e-mail address, passkeys, access tokens. */
export const securityRoutes = ({ config, db, jobs }: SecurityContext): Pick<Handlers, SecurityCalls> => ({
  async getAccount(_input, { viewer }) {
    const account = await findAccount(db, viewer.id)
    return { success: true, user: viewCurrentUser(account), email_status: viewEmailStatus(account, config) }
  },

  getSessions: async (_input, { viewer, session }) => ({
    success: true,
    sessions: (await listSessions(db, viewer.id, session.token)).map(viewSession),
  }),

  async endSession({ session_id }, { viewer, session }) {
    const wasCurrent = await endSession(db, viewer.id, session_id, session.token)
    if (wasCurrent) session.end()
    return { success: true, message: securityText.sessionEnded }
  },

  async endAllSessions(_input, { viewer, session, device }) {
    await endAllSessions(db, viewer.id, device.token)
    session.end()
    return { success: true, message: securityText.allEnded }
  },

  async changePassword(input, { viewer, session, device }) {
    const change = { ...input, userId: viewer.id, token: session.token ?? '', deviceToken: device.token }
    session.start(await changePassword({ db, jobs, config }, change))
    return { success: true, message: securityText.passwordChanged }
  },

  async changeUsername(input, { viewer }) {
    const account = await changeUsername({ db, jobs, config }, { ...input, userId: viewer.id })
    return {
      success: true,
      message: securityText.usernameChanged(account.username),
      user: viewCurrentUser(account),
    }
  },

  async changeEmail(input, { viewer, countAttempt }) {
    await changeEmail({ db, jobs }, { ...input, userId: viewer.id, countAttempt })
    return { success: true, message: securityText.emailMailed }
  },

  async confirmEmail({ token }) {
    const isChanged = await confirmEmail({ db, jobs, config }, token)
    return { success: true, message: isChanged ? securityText.emailChanged : securityText.emailConfirmed }
  },

  async sendEmailConfirmation(_input, { viewer, countAttempt }) {
    const isSent = await sendEmailConfirmation({ db, jobs, config }, { userId: viewer.id, countAttempt })
    return { success: true, message: isSent ? securityText.confirmationMailed : securityText.emailConfirmedAlready }
  },

  getAccessTokens: async (_input, { viewer }) => ({
    success: true,
    tokens: (await findAccessTokens(db, viewer.id)).map(viewAccessToken),
  }),

  async createAccessToken(input, { viewer }) {
    const { token, row } = await createAccessToken({ db, jobs, config }, { ...input, userId: viewer.id })
    return { success: true, token, access_token: viewAccessToken(row) }
  },

  async deleteAccessToken({ token_id }, { viewer }) {
    await deleteAccessToken(db, viewer.id, token_id)
    return { success: true, message: securityText.tokenDeleted }
  },

  async getPasskeys(_input, { viewer }) {
    const [passkeys, recovery_codes_left] = await Promise.all([
      findPasskeys(db, viewer.id),
      countRecoveryCodes(db, viewer.id),
    ])
    return {
      success: true,
      passkeys: passkeys.map(viewPasskey),
      recovery_codes_left,
      origin: relyingPartyOf(config.publicUrl)?.origin ?? null,
    }
  },

  beginPasskey: async ({ password }, { viewer }) => ({
    success: true,
    ...(await beginPasskey({ db, config }, { userId: viewer.id, password })),
  }),

  async addPasskey(input, { viewer, userAgent }) {
    const { passkey, recoveryCodes } = await addPasskey(
      { db, jobs, config },
      { ...input, userId: viewer.id, userAgent },
    )
    return {
      success: true,
      message: securityText.passkeyAdded,
      passkey: viewPasskey(passkey),
      ...(recoveryCodes && { recovery_codes: recoveryCodes }),
    }
  },

  async deletePasskey({ passkey_id, password }, { viewer }) {
    await deletePasskey({ db, jobs, config }, { userId: viewer.id, passkeyId: passkey_id, password })
    return { success: true, message: securityText.passkeyDeleted }
  },

  renewRecoveryCodes: async ({ password }, { viewer }) => ({
    success: true,
    recovery_codes: await renewRecoveryCodes({ db, config }, { userId: viewer.id, password }),
  }),
})
