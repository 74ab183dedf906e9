import { ringsLimit } from '#contract/limits.ts'
import { call } from '#web/platform/api.ts'
import { afterLargestPaint } from '#web/platform/first-paint.ts'

type Batch = { ids: Set<number>; reply: Promise<Map<number, boolean>> }

let open: Batch | null = null

function begin(): Batch {
  const ids = new Set<number>()
  const load = async () => {
    // What is asked in this tick goes together, and as the app opens what its first screen asks.
    await afterLargestPaint()
    if (open?.ids === ids) open = null
    const { rings } = await call('getStoryRings', { user_ids: [...ids].join(',') })
    return new Map(rings.map(({ user_id, has_unread }) => [user_id, has_unread]))
  }
  return { ids, reply: load() }
}

/** Whether somebody has stories not seen; undefined where they have none. Asked for many people in one call. */
export async function fetchRing(userId: number) {
  if (!open || open.ids.size >= ringsLimit) open = begin()
  open.ids.add(userId)
  return (await open.reply).get(userId)
}
