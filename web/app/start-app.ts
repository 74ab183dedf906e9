import { storedDestination } from '#web/navigation/destination.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { storedPosition } from '#web/platform/geolocation.ts'
import { readPreloadedData } from '#web/platform/preloaded-data.ts'
import { readStorage, subscribeToStorage } from '#web/platform/storage.ts'
import { listenToBack } from '#web/ui/back-closes.ts'
import { syncPositionCookie } from '#web/feed/position-cookie.ts'
import { homePath } from './Home.tsx'
import { preloadPage } from './routes.ts'
import { pagePaths } from '#contract/page-paths.ts'

/** After this long the app starts with a spinner if the page's code is still loading. */
const preloadTimeoutMs = 400

/** Prepares the first paint. */
export async function startApp() {
  listenToBack()
  followTheme()
  readPreloadedData()
  syncPositionCookie()
  const home = homePath(currentUser(), storedPosition(), storedDestination())
  // Go to the feed without rendering the redirect first.
  if (window.location.pathname === pagePaths.home && home === pagePaths.feed)
    window.history.replaceState(window.history.state, '', pagePaths.feed)
  // With its code loaded, the page renders at once: React would show the fallback, and keep it for a while.
  const { pathname } = window.location
  const page = preloadPage(pathname === pagePaths.home ? home : pathname)
  await Promise.race([
    page,
    new Promise((resolve) => {
      setTimeout(resolve, preloadTimeoutMs)
    }),
  ])
}

/** Applies the theme that is stored on the device; without one the device's own counts. */
function applyTheme() {
  const root = document.documentElement
  const theme = readStorage('theme')
  if (theme === (root.dataset.theme ?? null) && theme === null) return
  if (theme === null) delete root.dataset.theme
  else root.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const scheme = meta.dataset.scheme ?? ''
    const isShown = theme === scheme ? 'all' : 'not all'
    meta.media = theme === null ? `(prefers-color-scheme: ${scheme})` : isShown
  }
}

/** Applies the theme now and whenever it changes, also in another tab. */
function followTheme() {
  applyTheme()
  subscribeToStorage(applyTheme)
}
