import { positionCookie, writePositionCookie } from '#contract/preloaded-data.ts'
import { currentUser } from './current-user.ts'
import { roundPosition, storedPosition } from './geolocation.ts'
import { subscribeToStorage } from './storage.ts'

/** Seconds; as long as a session that is not used. */
const lifetime = 30 * 24 * 60 * 60

let written: string | undefined

function writeCookie() {
  const { lat, lon } = roundPosition(currentUser() && storedPosition(), 2)
  const where = lat === undefined || lon === undefined ? '' : writePositionCookie({ lat, lon })
  if (where === written) return
  written = where
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${positionCookie}=${where}; Max-Age=${where ? lifetime : 0}; Path=/; SameSite=Lax${secure}`
}

/**
 * Lets the server open the feed where this browser would: the cookie says what the feed is asked with, while somebody is
 * signed in, and goes with the position or the session.
 */
export function syncPositionCookie() {
  writeCookie()
  subscribeToStorage(writeCookie)
}
