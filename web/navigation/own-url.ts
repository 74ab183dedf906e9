import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useIsBackNavigation } from './go-back.ts'

/** The state of a URL that a page sets to note what it shows, unlike that of a link. */
const ownUrlState = { isOwnUrl: true }

/** Returns a function that notes in the URL what the page at `path` shows, without a step in the history. */
export function useSetOwnUrl(path: string): (parts: { search: string } | { hash: string }) => void {
  const navigate = useNavigate()
  return useCallback(
    (parts) => {
      // A page that is being left stays until the next one has loaded, and must not navigate back to itself.
      if (window.location.pathname === path) void navigate(parts, { replace: true, state: ownUrlState })
    },
    [navigate, path],
  )
}

/** Whether the page has just set the URL itself. Somebody who goes back to such a URL wants to see what it names. */
export function useIsOwnUrl(): boolean {
  const { state } = useLocation()
  const isBackNavigation = useIsBackNavigation()
  return !isBackNavigation && (state as Partial<typeof ownUrlState> | null)?.isOwnUrl === true
}
