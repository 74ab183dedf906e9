import { openFeed } from '#web/feed/opening.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { storedPosition } from '#web/platform/geolocation.ts'
import { keepWhereCookie } from '#web/platform/where-cookie.ts'
import { wantFaces } from './faces.ts'
import { homePath } from './home-path.ts'
import { preloadPage } from './pages.ts'
import { paths } from './paths.ts'

/** What comes before the first paint. */
export function openApp() {
  openFeed()
  wantFaces()
  keepWhereCookie()
  // The feed is painted at once, and not after a step on the way to it.
  if (window.location.pathname === paths.home && homePath(currentUser(), storedPosition()) === paths.feed)
    window.history.replaceState(window.history.state, '', paths.feed)
  // The page's code comes while React starts, not after.
  const { pathname } = window.location
  void preloadPage(pathname === paths.home ? homePath(currentUser(), storedPosition()) : pathname)
}
