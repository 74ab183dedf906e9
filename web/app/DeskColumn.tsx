import { useLocation } from 'react-router'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useScreen } from '#web/platform/screen.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { routeOf } from './routes.ts'

const Aside = lazyPart(async () => (await import('#web/feed/aside/Aside.tsx')).Aside)

/** The column at the right of a page. Its code and its data load only where there is room for it. */
export function DeskColumn() {
  const hasRoom = useScreen('wideDesk')
  const isInside = useCurrentUser()?.onboarding_completed === 1
  const { pathname } = useLocation()
  if (!hasRoom || !isInside || routeOf(pathname)?.isWide) return null
  return (
    <ErrorBoundary resetKey={pathname} fallback={null}>
      <Aside />
    </ErrorBoundary>
  )
}
