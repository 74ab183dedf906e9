import type { Database } from '#server/database/connect.ts'
import { cellAt, type Point } from '#server/platform/geography.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { upsertCell } from '#server/settings/settings.queries.ts'
import { coarseResolution } from '#server/settings/settings.rules.ts'

/** Keeps, of who wants to hear of posts nearby, the coarse cell that they were in last; of nobody else anything. */
export type RecordCell = (viewer: Viewer, point: Point) => Promise<void>

/** Milliseconds in which the same cell is not written again. */
const freshFor = 10 * 60 * 1000
const rememberedLimit = 50_000

export function createCellRecorder(db: Database): RecordCell {
  const kept = new Map<number, { cell: string; at: number }>()
  return async ({ id, wantsNearby }, point) => {
    if (!wantsNearby) return void kept.delete(id)
    const cell = cellAt(point, coarseResolution)
    const before = kept.get(id)
    if (before?.cell === cell && Date.now() - before.at < freshFor) return
    await upsertCell(db, id, cell)
    if (kept.size >= rememberedLimit) kept.clear()
    kept.set(id, { cell, at: Date.now() })
  }
}
