import type { Location } from 'react-router'

/** The state of a history entry that shows something over the page of an earlier entry. Back removes it. */
type OverPage = { over: string }

const isOverPage = (state: unknown): state is OverPage =>
  typeof state === 'object' && state !== null && 'over' in state && typeof state.over === 'string'

/** The router's key of an entry that it has not created: a typed address, or a link from elsewhere. */
const externalKey = 'default'

/** Returns the key of the entry that opened a page; scroll position and tab are stored under it. */
export function pageKey({ key, pathname, state }: Location) {
  if (isOverPage(state)) return state.over
  return key === externalKey ? pathname : key
}

/** Returns the state of an entry over the current page. */
export const overPage = <State extends object>(location: Location, state: State): State & OverPage => ({
  ...state,
  over: pageKey(location),
})
