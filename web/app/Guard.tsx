import { Navigate, Outlet } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'

type GuardProps = {
  admits: (user: CurrentUser | null) => boolean
  /** Where the others go. */
  otherwise: string
}

/** Lets in who may see the routes inside. */
export function Guard({ admits, otherwise }: GuardProps) {
  return admits(useCurrentUser()) ? <Outlet /> : <Navigate to={otherwise} replace />
}
