import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import type { FindPictureAudience } from '#server/platform/files.ts'
import { anonymousViewerId, type FindViewer, findRequestViewer } from '#server/platform/viewer.ts'
import { findVisiblePictures } from './picture-access.queries.ts'

const maxNamesPerStatement = 200

/**
 * Creates the function that decides who may see a picture (decision 8). Everybody may see what a visitor without a
 * session may; for other pictures the viewer is looked up. Nothing about a fetch is cached: the time of the next answer
 * would reveal that somebody had looked.
 */
export function createPictureAccess(db: Database, findViewer: FindViewer): FindPictureAudience {
  const isPublic = createBatcher(maxNamesPerStatement, async (names: string[]) => {
    const visible = new Set((await findVisiblePictures(db, anonymousViewerId, names)).map(({ name }) => name))
    return names.map((name) => visible.has(name))
  })
  return async (name, request) => {
    if (await isPublic(name)) return 'everybody'
    // A token for conversations alone shows the pictures of messages; it learns the names of no others.
    const viewer = await findRequestViewer(request, findViewer, ['read', 'chat'])
    const [visible] = viewer ? await findVisiblePictures(db, viewer.id, [name]) : []
    return visible ? 'viewer' : 'nobody'
  }
}
