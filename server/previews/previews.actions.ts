import type { Database } from '#server/database/connect.ts'
import { findPlacePreview, findPostPreview, findProfilePreview } from './previews.queries.ts'
import { targetOf } from './previews.rules.ts'
import { type Preview, previewPlace, previewPost, previewProfile } from './previews.views.ts'

/**
 * Finds the preview of a page, with one statement; null for pages without one, and for what not everybody may see, as if
 * it did not exist.
 */
export async function findPreview(db: Database, path: string): Promise<Preview | null> {
  const target = targetOf(path)
  if (!target) return null
  const { kind, id } = target
  if (kind === 'post') {
    const row = await findPostPreview(db, id)
    return row ? previewPost(id, row) : null
  }
  if (kind === 'place') {
    const row = await findPlacePreview(db, id)
    return row ? previewPlace(id, row) : null
  }
  const row = await findProfilePreview(db, id)
  return row ? previewProfile(id, row) : null
}
