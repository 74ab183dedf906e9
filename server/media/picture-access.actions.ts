import { LRUCache } from 'lru-cache'
import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import type { FindPictureAudience } from '#server/platform/files.ts'
import { type FindViewer, findRequestViewer } from '#server/platform/viewer.ts'
import { anonymousViewerId } from '#server/posts/visibility.queries.ts'
import { findVisiblePictures } from './picture-access.queries.ts'

/**
 * A public picture is looked up once in this time. Together with what browsers and shared caches keep (files.ts), it is
 * the longest time for which a picture is still served that is public no more.
 */
const publicForMs = 60_000
/** Public pictures remembered: about 4 MB. */
const maxRemembered = 20_000
const maxNamesPerStatement = 200

/**
 * Creates the function that says who may see a picture (decision 36). Everybody may see what a visitor without a
 * session may; for the rest the viewer is asked for at each request.
 */
export function createPictureAccess(
  db: Database,
  findViewer: FindViewer,
  lifetimeMs = publicForMs,
): FindPictureAudience {
  const knownPublic = new LRUCache<string, true>({ max: maxRemembered, ttl: lifetimeMs })
  const isPublic = createBatcher(maxNamesPerStatement, async (names: string[]) => {
    const visible = new Set((await findVisiblePictures(db, anonymousViewerId, names)).map(({ name }) => name))
    return names.map((name) => visible.has(name))
  })
  return async (name, request) => {
    if (knownPublic.has(name)) return 'everybody'
    if (await isPublic(name)) {
      knownPublic.set(name, true)
      return 'everybody'
    }
    const viewer = await findRequestViewer(request, findViewer)
    const [visible] = viewer ? await findVisiblePictures(db, viewer.id, [name]) : []
    return visible ? 'viewer' : 'nobody'
  }
}
