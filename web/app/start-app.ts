import { currentUser } from '#web/platform/current-user.ts'
import { storedPosition } from '#web/platform/geolocation.ts'
import { readPreloadedData } from '#web/platform/preloaded-data.ts'
import { syncPositionCookie } from '#web/platform/position-cookie.ts'
import { homePath } from './home-path.ts'
import { preloadPage } from './routes.ts'
import { pagePaths } from '#contract/page-paths.ts'

/** Milliseconds after which the app shows that the page's code is still on its way. */
const patience = 400

/** What comes before the first paint. */
export async function startApp() {
  readPreloadedData()
  syncPositionCookie()
  // The feed is painted at once, and not after a step on the way to it.
  if (window.location.pathname === pagePaths.home && homePath(currentUser(), storedPosition()) === pagePaths.feed)
    window.history.replaceState(window.history.state, '', pagePaths.feed)
  // With its code the page is painted at once: React would show that it waits for it, and then for a while.
  const { pathname } = window.location
  const page = preloadPage(pathname === pagePaths.home ? homePath(currentUser(), storedPosition()) : pathname)
  await Promise.race([
    page,
    new Promise((resolve) => {
      setTimeout(resolve, patience)
    }),
  ])
}
