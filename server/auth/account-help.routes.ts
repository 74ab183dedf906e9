import type { accountHelpCalls } from '#contract/account-help.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { deleteUser, mailResetLink, removeSecondFactor, showAccount } from './account-help.actions.ts'
import { authText } from './auth.text.ts'
import { confirmPassword } from './passwords.actions.ts'
import { securityText } from './security.text.ts'
import { viewShownAccount } from './security.views.ts'

type AccountHelpContext = Pick<AppContext, 'config' | 'db' | 'jobs' | 'pictures'>

/** Calls with which administrators help people who cannot sign in, or who want to go. */
export const accountHelpRoutes = (context: AccountHelpContext): Pick<Handlers, keyof typeof accountHelpCalls> => ({
  showAccount: async ({ name }, { viewer }) => ({
    success: true,
    account: viewShownAccount(await showAccount(context.db, { actorId: viewer.id, name }), context.config),
  }),

  async mailResetLink({ helped_id }, { viewer, countAttempt }) {
    await countAttempt(String(helped_id))
    await mailResetLink(context, { actorId: viewer.id, userId: helped_id })
    return { success: true, message: authText.resetLinkMailed }
  },

  async removeSecondFactor({ helped_id, password }, { viewer }) {
    await confirmPassword(context.db, viewer.id, password)
    await removeSecondFactor(context, { actorId: viewer.id, userId: helped_id })
    return { success: true, message: securityText.secondFactorRemoved }
  },

  async deleteUser({ deleted_id, note, password }, { viewer }) {
    await confirmPassword(context.db, viewer.id, password)
    await deleteUser(context, { actorId: viewer.id, userId: deleted_id, note })
    return { success: true, message: authText.userDeleted }
  },
})
