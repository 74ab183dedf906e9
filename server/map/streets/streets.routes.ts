import type { mapStreetsCalls } from '#contract/map-streets.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { fetchStreets, planStreets, readStreets, stopStreets } from './streets.actions.ts'
import { streetsText } from './streets.text.ts'
import { viewStreets } from './streets.views.ts'

export const streetsRoutes = (
  context: Pick<AppContext, 'config' | 'db' | 'ground' | 'jobs' | 'log'>,
): Pick<Handlers, keyof typeof mapStreetsCalls> => ({
  getMapStreets: async () => ({ success: true, streets: viewStreets(await readStreets(context)) }),

  async planMapStreets(input) {
    await planStreets(context, input)
    return { success: true, message: streetsText.planning }
  },

  async fetchMapStreets(_input, { viewer }) {
    await fetchStreets(context, viewer.id)
    return { success: true, message: streetsText.fetching }
  },

  async stopMapStreets() {
    await stopStreets(context.db)
    return { success: true, message: streetsText.stopped }
  },
})
