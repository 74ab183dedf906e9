const storageKey = 'destination'

/**
 * Returns the path if it belongs to this site, or null. `//host` and `/\host` are addresses of other sites to a
 * browser; a visitor may have been sent to such a path of ours.
 */
export function ownPath(path: string, ownOrigin: string = window.location.origin): string | null {
  if (!path.startsWith('/')) return null
  try {
    const { origin, href } = new URL(path, ownOrigin)
    return origin === ownOrigin && href.slice(origin.length) === path ? path : null
  } catch {
    return null
  }
}

/** Set while somebody signs out on purpose, so that the next person who signs in does not start on their page. */
let isForgetting = false

/** Keeps the page that somebody wants to see, in this tab, until they have signed in and chosen a position. */
export function rememberDestination(path: string) {
  if (isForgetting || ownPath(path) === null) return
  try {
    sessionStorage.setItem(storageKey, path)
  } catch {
    // Without storage, signing in leads to the feed.
  }
}

export function storedDestination(): string | null {
  try {
    const path = sessionStorage.getItem(storageKey)
    return path === null ? null : ownPath(path)
  } catch {
    return null
  }
}

export function forgetDestination() {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing is stored then.
  }
}

/** Deletes the destination, and stores none until the page without a session has been reached. */
export function startForgetting() {
  isForgetting = true
  forgetDestination()
}

export function stopForgetting() {
  isForgetting = false
}
