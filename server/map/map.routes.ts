import type { mapCalls } from '#contract/map.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { findCells, findPlaces } from './map.queries.ts'
import { maxPlaces, resolutionOf } from './map.rules.ts'
import { viewMapCell, viewMapPlace } from './map.views.ts'

export const mapRoutes = ({ db }: Pick<AppContext, 'db'>): Pick<Handlers, keyof typeof mapCalls> => ({
  async getMapCells({ zoom, period, ...box }, { viewer }) {
    const rows = await findCells(db, resolutionOf(box, zoom), { viewerId: viewer.id, period, box })
    return { success: true, cells: rows.map(viewMapCell) }
  },

  async getMapPlaces({ period, ...box }, { viewer }) {
    const rows = await findPlaces(db, { viewerId: viewer.id, period, box })
    return { success: true, places: rows.slice(0, maxPlaces).map(viewMapPlace), has_more: rows.length > maxPlaces }
  },
})
