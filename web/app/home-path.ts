import type { CurrentUser } from '#contract/auth.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { paths } from '#contract/page-paths.ts'

/** Where `/` leads (spec section 2). */
export function homePath(user: CurrentUser | null, position: Position | null) {
  if (!user) return paths.login
  if (user.onboarding_completed !== 1) return paths.onboarding
  return position ? paths.feed : paths.requiredLocation
}
