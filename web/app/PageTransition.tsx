import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Location, useLocation } from 'react-router'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PageLoading } from './PageLoading.tsx'
import styles from './PageTransition.module.css'
import { preloadPage } from './pages.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { pageKey } from '#web/navigation/page-key.ts'
import { useScrollMemory } from './scroll-memory.ts'

const slidingRoots = [pagePaths.likes(''), pagePaths.comments('')]
const isSliding = (pathname: string) => slidingRoots.some((root) => pathname.startsWith(root))

const slides = (from: Location, to: Location) =>
  from.pathname !== to.pathname &&
  (isSliding(from.pathname) || isSliding(to.pathname)) &&
  'startViewTransition' in document &&
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** How deep in the history the page is; React Router counts it there. */
function depth() {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0
}

type PageTransitionProps = { children: (location: Location) => ReactNode }

/**
 * Shows the page of the current location. Going to likes or comments the new page slides in
 * from the right and the old one out to the left; going back, the other way round.
 */
export function PageTransition({ children }: PageTransitionProps) {
  const location = useLocation()
  const [shown, setShown] = useState(location)
  const shownDepth = useRef(depth())
  const lastSlide = useRef<ViewTransition>(null)
  const main = useRef<HTMLElement>(null)
  const sliding = shown.key !== location.key && slides(shown, location)
  if (!sliding && shown !== location) setShown(location)

  useEffect(() => {
    if (!sliding) {
      shownDepth.current = depth()
      return
    }
    let overtaken = false
    const direction = depth() < shownDepth.current ? 'back' : 'forward'
    const go = async () => {
      await preloadPage(location.pathname)
      if (overtaken) return
      document.documentElement.dataset.slide = direction
      const slide = document.startViewTransition(() => flushSync(() => setShown(location)))
      lastSlide.current = slide
      // Where another overtakes it, it says that it never got ready; the direction is the other's by then.
      slide.ready.catch(() => undefined)
      await slide.finished
      if (lastSlide.current === slide) delete document.documentElement.dataset.slide
    }
    void go()
    return () => {
      overtaken = true
    }
  }, [sliding, location])

  useScrollMemory(pageKey(shown))

  const first = useRef(shown.pathname)
  useEffect(() => {
    if (first.current === shown.pathname) return
    first.current = shown.pathname
    // Who listens hears the new page; a field that took the focus itself keeps it.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [shown.pathname])

  return (
    <main ref={main} className={styles.page} tabIndex={-1}>
      <ErrorBoundary resetKey={shown.key}>
        <Suspense fallback={<PageLoading />}>{children(shown)}</Suspense>
      </ErrorBoundary>
    </main>
  )
}
