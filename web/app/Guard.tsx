import { Navigate, Outlet } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { lazyPage } from './lazy-page.ts'
import type { Access } from './routes.ts'

const admits: Record<Access, (user: CurrentUser | null) => boolean> = {
  everyone: () => true,
  signedOut: (user) => user === null,
  notOnboarded: (user) => user !== null && user.onboarding_completed !== 1,
  // Until the onboarding is completed, it leads nowhere else.
  signedIn: (user) => user?.onboarding_completed === 1,
  administrator: (user) => user?.onboarding_completed === 1,
}

const AdministratorsOnly = lazyPage(() => import('./AdministratorsOnly.tsx'), 'AdministratorsOnly')

/** Shows the routes inside to those who may open them, and redirects the others to where they belong. */
export function Guard({ access }: { access: Access }) {
  if (!admits[access](useCurrentUser())) return <Navigate to={pagePaths.home} replace />
  return access === 'administrator' ? <AdministratorsOnly /> : <Outlet />
}
