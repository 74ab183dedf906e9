import { Navigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { storedDestination } from '#web/navigation/destination.ts'
import { storedStep } from '#web/onboarding/stored-step.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { type Position, usePosition } from '#web/platform/geolocation.ts'

/** Returns where `/` redirects to. `destination`: the page that led to signing in. */
export function homePath(user: CurrentUser | null, position: Position | null, destination: string | null) {
  if (!user) return pagePaths.login
  if (user.onboarding_completed !== 1) {
    const step = storedStep(user.id)
    return step > 1 ? `${pagePaths.onboarding}?step=${step}` : pagePaths.onboarding
  }
  return position ? (destination ?? pagePaths.feed) : pagePaths.requiredLocation
}

export function Home() {
  return <Navigate to={homePath(useCurrentUser(), usePosition(), storedDestination())} replace />
}
