import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, type Location, Route, Routes } from 'react-router'
import { queryClient } from '#web/platform/query-client.ts'
import { StoryOverlay } from '#web/stories/viewer/StoryOverlay.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { DeskColumn } from './DeskColumn.tsx'
import { Destination } from './Destination.tsx'
import { Guard } from './Guard.tsx'
import { Live } from './Live.tsx'
import { MainNavigation } from './MainNavigation.tsx'
import { MovesFromPage } from './MovesFromPage.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { OfflineCopy } from './OfflineCopy.tsx'
import { PushRenewal } from './PushRenewal.tsx'
import { PageTransition } from './PageTransition.tsx'
import { routes } from './routes.ts'
import { SessionEnd } from './SessionEnd.tsx'

const accesses = [...new Set(routes.map(({ access }) => access))]

const routesAt = (location: Location) => (
  <Routes location={location}>
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
      <BrowserRouter>
        <MovesFromPage>
          <SessionEnd />
          <Destination />
          <Live />
          <OfflineCopy />
          <PushRenewal />
          <MainNavigation />
          <OfflineBanner />
          <PageTransition>{routesAt}</PageTransition>
          <DeskColumn />
          <StoryOverlay />
          <Toasts />
        </MovesFromPage>
      </BrowserRouter>
    </QueryClientProvider>
  )
}
