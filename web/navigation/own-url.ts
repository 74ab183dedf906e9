import { useLocation, useNavigationType } from 'react-router'

/** The state of a URL that a page sets to note what it shows, unlike that of a link. */
export const ownUrlState = { isOwnUrl: true }

/** Whether the page has just set the URL itself. Somebody who goes back to such a URL wants to see what it names. */
export function useIsOwnUrl(): boolean {
  const { state } = useLocation()
  const isBackNavigation = useNavigationType() === 'POP'
  return !isBackNavigation && (state as Partial<typeof ownUrlState> | null)?.isOwnUrl === true
}
