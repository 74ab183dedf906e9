import { Navigate, Outlet } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import type { Access } from './routes.ts'

type Rule = { admits: (user: CurrentUser | null) => boolean; redirectTo: string }

const rules: Record<Access, Rule> = {
  everyone: { admits: () => true, redirectTo: pagePaths.home },
  signedOut: { admits: (user) => user === null, redirectTo: pagePaths.home },
  notOnboarded: { admits: (user) => user !== null && user.onboarding_completed !== 1, redirectTo: pagePaths.home },
  signedIn: { admits: (user) => user !== null, redirectTo: pagePaths.login },
}

/** Shows the routes inside to those who may open them, and redirects the others. */
export function Guard({ access }: { access: Access }) {
  const { admits, redirectTo } = rules[access]
  return admits(useCurrentUser()) ? <Outlet /> : <Navigate to={redirectTo} replace />
}
