import { type Opening, openingId } from '#contract/opening.ts'
import { currentUser, keepUser } from '#web/platform/current-user.ts'
import { rounded, storedPosition } from '#web/platform/geolocation.ts'
import { forgetLastFeed } from '#web/platform/kept.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { feedQuery } from './feed.api.ts'

/** What the page brought with it. It is taken out: nothing of a session stays in a page that outlives it. */
function takeOpening(): Opening | null {
  const element = document.getElementById(openingId)
  element?.remove()
  try {
    return JSON.parse(element?.textContent ?? 'null') as Opening | null
  } catch {
    return null
  }
}

/** Opens the feed with what came with the page, so that its first paint has posts. */
export function openFeed() {
  const opening = takeOpening()
  if (!opening) return
  const { user, where, feed, kept_at } = opening
  const isSame = currentUser()?.id === user.id
  if (!isSame) forgetLastFeed()
  // The server knows whose session it is; a copy that was kept does not.
  if (kept_at === undefined) keepUser(user)
  else if (!isSame) return
  const position = storedPosition()
  const { lat, lon } = rounded(position, 2)
  if (lat !== where.lat || lon !== where.lon) return
  queryClient.setQueryData(feedQuery(position).queryKey, { pages: [feed], pageParams: [''] }, { updatedAt: kept_at ?? Date.now() })
}
