import { Navigate, Outlet } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import type { Access } from './routes.ts'

const admits: Record<Access, (user: CurrentUser | null) => boolean> = {
  everyone: () => true,
  signedOut: (user) => user === null,
  notOnboarded: (user) => user !== null && user.onboarding_completed !== 1,
  // Until the onboarding is completed, it leads nowhere else.
  signedIn: (user) => user?.onboarding_completed === 1,
}

/** Shows the routes inside to those who may open them, and redirects the others to where they belong. */
export function Guard({ access }: { access: Access }) {
  return admits[access](useCurrentUser()) ? <Outlet /> : <Navigate to={pagePaths.home} replace />
}
