import type { Input, Output } from '#contract/calls.ts'
import { type PreloadedData, preloadedDataId } from '#contract/preloaded-data.ts'
import { type CallName, urlOf } from '#contract/call-paths.ts'
import { currentUser, storeUser } from './current-user.ts'
import { deleteLastFeed } from './offline-cache.ts'

/** Milliseconds in which a page begins. */
const beginning = 2000

let opening: PreloadedData | null = null

/** What the page brought with it. It is taken out: nothing of a session stays in a page that outlives it. */
function takeOpening(): PreloadedData | null {
  const element = document.getElementById(preloadedDataId)
  element?.remove()
  try {
    return JSON.parse(element?.textContent ?? 'null') as PreloadedData | null
  } catch {
    return null
  }
}

/** Takes what came with the page, so that its first paint is what it is there for. */
export function readPreloadedData() {
  const found = takeOpening()
  if (!found) return
  const isSame = currentUser()?.id === found.user.id
  if (!isSame) deleteLastFeed()
  // The server knows whose session it is; a copy that was kept does not.
  if (found.stored_at === undefined) storeUser(found.user)
  else if (!isSame) return
  opening = found
}

/** What one person was shown is not for the next. */
export function discardPreloadedData() {
  opening = null
}

/** The answer to a call that came with the page: once, and only to what was asked. */
function takeAnswer<Name extends CallName>(name: Name, input: Input<Name>): Output<Name> | undefined {
  if (opening?.requestUrl !== urlOf(name, input)) return undefined
  const answer = opening.response as Output<Name>
  opening = null
  return answer
}

/** For the options of a list that goes on: its first page, where it came with the page. @param pageOf what the list makes of an answer. */
export function preloadedFirstPage<Name extends CallName, Page>(
  name: Name,
  input: Input<Name>,
  pageOf: (answer: Output<Name>) => Page,
) {
  const keptAt = opening?.stored_at
  return {
    initialData: () => {
      const answer = takeAnswer(name, input)
      return answer && { pages: [pageOf(answer)], pageParams: [''] }
    },
    initialDataUpdatedAt: () => keptAt,
  }
}

/** What came with the page is not asked for again while that begins; what was loaded since, whenever one comes back to it. */
export const staleTimeAfterPreload = ({ state }: { state: { dataUpdateCount: number } }) =>
  state.dataUpdateCount === 0 ? beginning : 0
