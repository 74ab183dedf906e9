import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { forgetDestination, rememberDestination, stopForgetting } from '#web/navigation/destination.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { routeOf } from './routes.ts'

const isInside = (user: CurrentUser | null) => user?.onboarding_completed === 1

/**
 * Remembers the last page that somebody wanted to see before they had signed in or completed the onboarding, and
 * deletes it once they are signed in.
 */
export function Destination() {
  const user = useCurrentUser()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (routeOf(pathname)?.isEntrance) {
      if (!user) stopForgetting()
    } else if (isInside(user)) forgetDestination()
    else rememberDestination(pathname + search + hash)
  }, [user, pathname, search, hash])
  return null
}
