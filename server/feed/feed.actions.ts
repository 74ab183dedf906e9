import type { Database } from '#server/database/connect.ts'
import { cellAt, type Point } from '#server/platform/geography.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { upsertCell } from '#server/settings/settings.queries.ts'
import { coarseResolution } from '#server/settings/settings.rules.ts'

/** Stores the coarse cell in which a viewer was last, if they want notifications about posts nearby. */
export type RecordCell = (viewer: Viewer, point: Point) => Promise<void>

/** The same cell is written again only after this time. */
const rewriteAfterMs = 10 * 60 * 1000
const maxRecordedViewers = 50_000

export function createCellRecorder(db: Database): RecordCell {
  const recorded = new Map<number, { cell: string; at: number }>()
  return async ({ id, wantsNearby }, point) => {
    if (!wantsNearby) return void recorded.delete(id)
    const cell = cellAt(point, coarseResolution)
    const last = recorded.get(id)
    if (last?.cell === cell && Date.now() - last.at < rewriteAfterMs) return
    await upsertCell(db, id, cell)
    if (recorded.size >= maxRecordedViewers) recorded.clear()
    recorded.set(id, { cell, at: Date.now() })
  }
}
