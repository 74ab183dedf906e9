import { QueryClientProvider } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Location, Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { forgetDestination, rememberDestination, stopForgetting } from '#web/navigation/destination.ts'
import { PageRouter } from '#web/navigation/PageRouter.tsx'
import { currentUser, useCurrentUser } from '#web/platform/current-user.ts'
import { useOnline } from '#web/platform/online.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { useScreen } from '#web/platform/screen.ts'
import { StoryOverlay } from '#web/stories/viewer/StoryOverlay.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { appText } from './app.text.ts'
import { useDeferredStart } from './deferred-start.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazyPage } from './lazy-page.ts'
import { MainNavigation } from './MainNavigation.tsx'
import { PageTransition } from './PageTransition.tsx'
import { type Access, decodablePath, routeOf, routes } from './routes.ts'
import { SessionEnd } from './SessionEnd.tsx'
import { VisitorBar } from './VisitorBar.tsx'
import styles from './App.module.css'

const isInside = (user: CurrentUser | null) => user?.onboarding_completed === 1

/**
 * Remembers the last page that somebody wanted to see before they had signed in or completed the onboarding, and
 * deletes it once they are signed in.
 */
function Destination() {
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

const admits: Record<Access, (user: CurrentUser | null) => boolean> = {
  everyone: () => true,
  signedOut: (user) => user === null,
  notOnboarded: (user) => user !== null && user.onboarding_completed !== 1,
  // Until the onboarding is completed, it leads nowhere else.
  signedIn: (user) => user?.onboarding_completed === 1,
  administrator: (user) => user?.onboarding_completed === 1,
}

const AdministratorsOnly = lazyPage(() => import('./AdministratorsOnly.tsx'))

/** Shows the routes inside to those who may open them, and redirects the others to where they belong. */
function Guard({ access }: { access: Access }) {
  if (!admits[access](useCurrentUser())) return <Navigate to={pagePaths.home} replace />
  return access === 'administrator' ? <AdministratorsOnly /> : <Outlet />
}

const ignore = () => undefined
const loadRenewal = async () => (await import('#web/platform/push.ts')).renewPush

/**
 * Registers the push subscription of this browser again if the server has lost it, when the app is opened signed in.
 */
function PushRenewal() {
  const [openedBy] = useState(() => currentUser()?.id)
  useDeferredStart(async () => {
    const renewPush = await loadRenewal()
    return () => {
      // The subscription of an earlier user is not the new user's.
      if (currentUser()?.id === openedBy) void renewPush().catch(ignore)
      return ignore
    }
  }, 2000)
  return null
}

const Aside = lazyPart(async () => (await import('#web/feed/aside/Aside.tsx')).Aside)

/** The column at the right of a page. Its code and its data load only where there is room for it. */
function DeskColumn() {
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

function OfflineBanner() {
  const online = useOnline()
  return (
    <div className={styles.place} aria-live="polite">
      {!online && (
        <Banner tone="new" icon={<CloudOff size={18} />}>
          {appText.offline}
        </Banner>
      )}
    </div>
  )
}

const loadListeners = async () => (await import('./live-listeners.ts')).startLiveListeners

/** Receives live events while a user is signed in. */
function Live() {
  useDeferredStart(loadListeners, 400)
  return null
}

const loadOfflineCopy = async () => (await import('./offline-copy.ts')).startOfflineCopy

/** Keeps an offline copy while a user is signed in. */
function OfflineCopy() {
  useDeferredStart(loadOfflineCopy, 2000)
  return null
}

const accesses = [...new Set(routes.map(({ access }) => access))]

const routesAt = (location: Location) => (
  <Routes location={{ ...location, pathname: decodablePath(location.pathname) }}>
    {accesses.map((access) => (
      <Route key={access} element={<Guard access={access} />}>
        {routes
          .filter((route) => route.access === access)
          .map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
      </Route>
    ))}
  </Routes>
)

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <PageRouter>
        <SessionEnd />
        <Destination />
        <Live />
        <OfflineCopy />
        <PushRenewal />
        <MainNavigation />
        <VisitorBar />
        <OfflineBanner />
        <PageTransition>{routesAt}</PageTransition>
        <DeskColumn />
        <StoryOverlay />
        <Toasts />
      </PageRouter>
    </QueryClientProvider>
  )
}
