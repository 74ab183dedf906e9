import type { registrationsCalls } from '#contract/registrations.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import {
  blockAddress,
  changeMode,
  createInvitation,
  unblockAddress,
  withdrawInvitation,
} from './registrations.actions.ts'
import { findBlockedAddresses, findInvitations, findMode } from './registrations.queries.ts'
import { registrationsText } from './registrations.text.ts'
import { viewBlockedAddress, viewInvitation } from './registrations.views.ts'

export const registrationsRoutes = ({
  db,
  config,
}: Pick<AppContext, 'db' | 'config'>): Pick<Handlers, keyof typeof registrationsCalls> => ({
  getRegistrationMode: async () => ({ success: true, mode: await findMode(db) }),

  async changeRegistrationMode({ mode }, { viewer }) {
    await changeMode(db, { actorId: viewer.id, mode })
    return { success: true, message: registrationsText.changed[mode] }
  },

  async getInvitations(request) {
    const rows = await findInvitations(db, readPage(request))
    const { page, next_cursor } = cutPage(rows, request.limit, ({ id }) => id)
    return { success: true, invitations: page.map(viewInvitation), next_cursor }
  },

  async createInvitation({ note, max_uses, days }, { viewer }) {
    const input = { actorId: viewer.id, note, maxUses: max_uses, days }
    const { url, row } = await createInvitation({ db, config }, input)
    return { success: true, url, invitation: viewInvitation(row) }
  },

  async withdrawInvitation({ invitation_id }, { viewer }) {
    await withdrawInvitation(db, { actorId: viewer.id, id: invitation_id })
    return { success: true, message: registrationsText.withdrawn }
  },

  async getBlockedAddresses({ query, ...request }) {
    const rows = await findBlockedAddresses(db, { query, ...readPage(request) })
    const { page, next_cursor } = cutPage(rows, request.limit, ({ id }) => id)
    return { success: true, addresses: page.map(viewBlockedAddress), next_cursor }
  },

  async blockAddress({ address }, { viewer }) {
    await blockAddress(db, { actorId: viewer.id, input: address })
    return { success: true, message: registrationsText.blocked }
  },

  async unblockAddress({ blocked_id }, { viewer }) {
    await unblockAddress(db, { actorId: viewer.id, id: blocked_id })
    return { success: true, message: registrationsText.unblocked }
  },
})
