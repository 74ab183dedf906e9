import type { mapCalls } from '#contract/map.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { findCells, findCellsWithBlocks, findHasBlocks, findPlaces, findPlacesWithBlocks } from './map.queries.ts'
import { maxPlaces, pairOfBoxes, resolutionOf } from './map.rules.ts'
import { viewMapCell, viewMapPlace } from './map.views.ts'

export const mapRoutes = ({ db }: Pick<AppContext, 'db'>): Pick<Handlers, keyof typeof mapCalls> => ({
  async getMapCells({ zoom, period, ...box }, { viewer }) {
    const blocks = await findHasBlocks(db, viewer.id)
    const area = { resolution: resolutionOf(box, zoom), ...pairOfBoxes(box) }
    const rows = blocks?.has_blocks
      ? await findCellsWithBlocks[period](db, { viewerId: viewer.id, ...area })
      : await findCells[period](db, area)
    return { success: true, cells: rows.map(viewMapCell) }
  },

  async getMapPlaces({ period, ...box }, { viewer }) {
    const blocks = await findHasBlocks(db, viewer.id)
    const find = blocks?.has_blocks ? findPlacesWithBlocks[period] : findPlaces[period]
    const rows = await find(db, { viewerId: viewer.id, ...pairOfBoxes(box) })
    return { success: true, places: rows.slice(0, maxPlaces).map(viewMapPlace), has_more: rows.length > maxPlaces }
  },
})
