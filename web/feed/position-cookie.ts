import { positionCookie, writePositionCookie } from '#contract/preloaded-data.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { subscribeToStorage } from '#web/platform/storage.ts'
import { feedInput, storedFeedArea } from './feed-area.ts'

/** As long as an unused session lasts. */
const cookieLifetimeSeconds = 30 * 24 * 60 * 60

let lastWritten: string | undefined

function currentValue() {
  const { lat, lon, radius } = feedInput(storedFeedArea())
  if (!currentUser() || lat === undefined || lon === undefined) return ''
  return writePositionCookie({ lat, lon, ...(radius && { radius }) })
}

function writeCookie() {
  const cookieValue = currentValue()
  if (cookieValue === lastWritten) return
  lastWritten = cookieValue
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const maxAge = cookieValue ? cookieLifetimeSeconds : 0
  document.cookie = `${positionCookie}=${cookieValue}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`
}

/**
 * Keeps the rounded position and the radius of the feed in a cookie while a user is signed in, so that the server can
 * preload it. The cookie is deleted with the position or the session.
 */
export function syncPositionCookie() {
  writeCookie()
  subscribeToStorage(writeCookie)
}
