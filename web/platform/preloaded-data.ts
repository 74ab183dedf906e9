import type { Input, Output } from '#contract/calls.ts'
import { type PreloadedData, preloadedDataId } from '#contract/preloaded-data.ts'
import { type CallName, urlOf } from '#contract/call-paths.ts'
import { currentUser, storeUser } from './current-user.ts'
import { deleteLastSeen } from './offline-cache.ts'
import { isSignOutPending } from './storage.ts'

/** Preloaded data is fresh for this long after the start. */
const preloadFreshMs = 2000

let preloaded: PreloadedData | null = null
let followedEvents: PreloadedData['followed_events']

/** Removes the preloaded data from the page, so that it does not outlive the session, and returns it. */
function takePreloadedData(): PreloadedData | null {
  const element = document.getElementById(preloadedDataId)
  element?.remove()
  try {
    return JSON.parse(element?.textContent ?? 'null') as PreloadedData | null
  } catch {
    return null
  }
}

/** Reads the data that the server put into the HTML. Called before the first paint. */
export function readPreloadedData() {
  const found = takePreloadedData()
  if (!found || isSignOutPending()) return
  const isSame = currentUser()?.id === found.user.id
  if (!isSame) deleteLastSeen()
  // From the server, the user is right. From the offline copy, it may belong to an earlier session.
  if (found.stored_at === undefined) storeUser(found.user)
  else if (!isSame) return
  preloaded = found
  followedEvents = found.followed_events
}

/** Discards the data when the user changes. */
export function discardPreloadedData() {
  preloaded = null
  followedEvents = undefined
}

/** Returns the preloaded reply to a call, once, and only for the same input. */
function takeReply<Name extends CallName>(name: Name, input: Input<Name>): Output<Name> | undefined {
  if (preloaded?.requestUrl !== urlOf(name, input)) return undefined
  const reply = preloaded.response as Output<Name>
  preloaded = null
  return reply
}

/** Returns the preloaded events at followed places, once. */
export function takePreloadedEvents() {
  const events = followedEvents
  followedEvents = undefined
  return events
}

/** Query options that take the first page of a list from the preloaded data. */
export function preloadedFirstPage<Name extends CallName, Page>(
  name: Name,
  input: Input<Name>,
  toPage: (reply: Output<Name>) => Page,
) {
  const storedAt = preloaded?.stored_at
  return {
    initialData: () => {
      const reply = takeReply(name, input)
      return reply && { pages: [toPage(reply)], pageParams: [''] }
    },
    initialDataUpdatedAt: () => storedAt,
  }
}

/** Preloaded data is not fetched again at the start; later data is stale whenever its page is opened. */
export const staleTimeAfterPreload = ({ state }: { state: { dataUpdateCount: number } }) =>
  state.dataUpdateCount === 0 ? preloadFreshMs : 0
