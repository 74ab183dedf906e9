import { positionCookie, writePositionCookie } from '#contract/preloaded-data.ts'
import { currentUser } from './current-user.ts'
import { roundPosition, storedPosition } from './geolocation.ts'
import { subscribeToStorage } from './storage.ts'

/** As long as an unused session lasts. */
const cookieLifetimeSeconds = 30 * 24 * 60 * 60

let lastWritten: string | undefined

function writeCookie() {
  const { lat, lon } = roundPosition(currentUser() && storedPosition(), 2)
  const cookieValue = lat === undefined || lon === undefined ? '' : writePositionCookie({ lat, lon })
  if (cookieValue === lastWritten) return
  lastWritten = cookieValue
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const maxAge = cookieValue ? cookieLifetimeSeconds : 0
  document.cookie = `${positionCookie}=${cookieValue}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`
}

/**
 * Keeps the rounded position in a cookie while a user is signed in, so that the server can preload the feed. The cookie
 * is deleted with the position or the session.
 */
export function syncPositionCookie() {
  writeCookie()
  subscribeToStorage(writeCookie)
}
