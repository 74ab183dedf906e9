import { ringsLimit } from '#contract/limits.ts'
import { call } from '#web/platform/api.ts'
import { afterLargestPaint } from '#web/ui/first-paint.ts'

type Batch = { ids: Set<number>; reply: Promise<Map<number, boolean>> }

let collecting: Batch | null = null

function createBatch(): Batch {
  const ids = new Set<number>()
  const load = async () => {
    // Collects the requests of one tick; at start, those of the whole first screen.
    await afterLargestPaint()
    if (collecting?.ids === ids) collecting = null
    const { rings } = await call('getStoryRings', { user_ids: [...ids].join(',') })
    return new Map(rings.map(({ user_id, has_unread }) => [user_id, has_unread]))
  }
  return { ids, reply: load() }
}

/**
 * Returns whether a user has unseen stories; undefined if they have none. Merges requests into calls of up to 50 users.
 */
export async function fetchRing(userId: number) {
  if (!collecting || collecting.ids.size >= ringsLimit) collecting = createBatch()
  collecting.ids.add(userId)
  return (await collecting.reply).get(userId)
}
