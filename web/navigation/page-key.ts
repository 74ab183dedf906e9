import type { Location } from 'react-router'

/** The state of a history entry that lies over the page of another, which stays as it is: Back takes it away. */
type OverPage = { over: string }

const isOverPage = (state: unknown): state is OverPage =>
  typeof state === 'object' && state !== null && 'over' in state && typeof state.over === 'string'

/** What the router calls every entry that it has not made: an address that was typed, or opened from elsewhere. */
const madeElsewhere = 'default'

/** The key under which a page is remembered: that of the entry which opened it. */
export function pageKey({ key, pathname, state }: Location) {
  if (isOverPage(state)) return state.over
  return key === madeElsewhere ? pathname : key
}

/** The state of an entry over the page shown here. */
export const overPage = <State extends object>(location: Location, state: State): State & OverPage => ({
  ...state,
  over: pageKey(location),
})
