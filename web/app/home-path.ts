import type { CurrentUser } from '#contract/auth.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { pagePaths } from '#contract/page-paths.ts'

/** Returns where `/` redirects to. */
export function homePath(user: CurrentUser | null, position: Position | null) {
  if (!user) return pagePaths.login
  if (user.onboarding_completed !== 1) return pagePaths.onboarding
  return position ? pagePaths.feed : pagePaths.requiredLocation
}
