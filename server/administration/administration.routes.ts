import type { administrationCalls } from '#contract/administration.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { readOverview, requestBackup } from './administration.actions.ts'
import { administrationText } from './administration.text.ts'
import { viewOverview } from './administration.views.ts'

export const administrationRoutes = (
  context: Pick<AppContext, 'db' | 'config' | 'jobs'>,
): Pick<Handlers, keyof typeof administrationCalls> => ({
  getOverview: async () => ({ success: true, overview: viewOverview(await readOverview(context)) }),

  async requestBackup(_input, { viewer }) {
    await requestBackup(context, viewer.id)
    return { success: true, message: administrationText.backupRequested }
  },
})
