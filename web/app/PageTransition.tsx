import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Location, useLocation, useNavigationType } from 'react-router'
import { BackNavigation } from '#web/navigation/go-back.ts'
import { pageKey } from '#web/navigation/page-key.ts'
import { historyEntry } from '#web/ui/back-closes.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { preloadPage, routeOf } from './routes.ts'
import { useScrollMemory } from './scroll-memory.ts'
import styles from './PageTransition.module.css'

/** Shown while a page's code loads. */
export function PageLoading() {
  return (
    <div className={styles.loading}>
      <Spinner size={30} />
    </div>
  )
}

const slides = (from: Location, to: Location) =>
  from.pathname !== to.pathname &&
  (routeOf(from.pathname)?.slides || routeOf(to.pathname)?.slides) &&
  'startViewTransition' in document &&
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches

const historyDepth = () => historyEntry().index ?? 0

/**
 * Returns the location to render: the current one, or the previous one while a slide to the current one is prepared.
 * A page that slides comes in from the right and pushes the old one out to the left; on Back, the other way round.
 */
function useTransitionedLocation() {
  const location = useLocation()
  const [shown, setShown] = useState(location)
  const shownDepth = useRef(historyDepth())
  const lastSlide = useRef<ViewTransition>(null)
  const isSliding = shown.key !== location.key && slides(shown, location)
  if (!isSliding && shown !== location) setShown(location)

  useEffect(() => {
    if (!isSliding) {
      shownDepth.current = historyDepth()
      return
    }
    let isSuperseded = false
    const direction = historyDepth() < shownDepth.current ? 'back' : 'forward'
    const slideIn = async () => {
      await preloadPage(location.pathname)
      if (isSuperseded) return
      document.documentElement.dataset.slide = direction
      const slide = document.startViewTransition(() => flushSync(() => setShown(location)))
      lastSlide.current = slide
      // `ready` rejects when a newer transition supersedes this one; `data-slide` belongs to the newer one by then.
      slide.ready.catch(() => undefined)
      await slide.finished
      if (lastSlide.current === slide) delete document.documentElement.dataset.slide
    }
    void slideIn()
    return () => {
      isSuperseded = true
    }
  }, [isSliding, location])
  return shown
}

type PageTransitionProps = { children: (location: Location) => ReactNode }

/** Shows the page of the current location, with a slide where its route has one. */
export function PageTransition({ children }: PageTransitionProps) {
  const shown = useTransitionedLocation()
  const main = useRef<HTMLElement>(null)
  const route = routeOf(shown.pathname)
  const isBackNavigation = useNavigationType() === 'POP'
  useScrollMemory(pageKey(shown))

  const focusedPath = useRef(shown.pathname)
  useEffect(() => {
    if (focusedPath.current === shown.pathname) return
    focusedPath.current = shown.pathname
    // Screen readers announce the new page; a field that has focused itself keeps the focus.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [shown.pathname])

  return (
    <main ref={main} className={classNames(styles.page, route?.isWide && styles.wide)} tabIndex={-1}>
      <ErrorBoundary resetKey={shown.key}>
        <Suspense fallback={<PageLoading />}>
          <BackNavigation value={isBackNavigation}>{children(shown)}</BackNavigation>
        </Suspense>
      </ErrorBoundary>
    </main>
  )
}
