import { useLayoutEffect, useRef } from 'react'
import { firstVisiblePost, type PlacedPost, postTop } from '#web/platform/visible-posts.ts'

const storageKey = 'scroll'
/** Milliseconds in which a page that is not as tall as it was has grown again, or is left as it is. */
const patience = 3000
/** Pixels that nobody sees. */
const nothing = 1

/** How far down a page was left; in a list of posts, which one was at the top of the screen: what is above it may have changed. */
type Place = { scrolled: number; post: PlacedPost | null }

function remembered() {
  try {
    return new Map<string, Place>(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return new Map<string, Place>()
  }
}

const places = remembered()

/** Goes back to where the page of this history entry was left; new entries start at the top. */
export function useScrollMemory(key: string) {
  const current = useRef(key)

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () =>
      places.set(current.current, { scrolled: window.scrollY, post: window.scrollY > 0 ? firstVisiblePost() : null })
    const keep = () => {
      // The browser tells of a scroll with the next frame, which may not come; at the top it may be that the page is not as tall as it was yet.
      if (window.scrollY > 0) remember()
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...places].slice(-50)))
      } catch {
        // Without storage only a reload forgets.
      }
    }
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', keep)
    }
  }, [])

  useLayoutEffect(() => {
    current.current = key
    return returnTo(places.get(key) ?? { scrolled: 0, post: null })
  }, [key])
}

/** Where to scroll now, so that the post is where it was; without it, as far as it was. */
function aim({ scrolled, post }: Place) {
  const top = post && postTop(post.id)
  return post && top !== null ? window.scrollY + top - post.top : scrolled
}

/** Scrolls there, and again while the page takes shape, until it has or the person scrolls. */
function returnTo(place: Place) {
  const go = () => {
    const top = aim(place)
    if (Math.abs(window.scrollY - top) > nothing) window.scrollTo({ top, behavior: 'instant' })
    return Math.abs(window.scrollY - top) <= nothing
  }
  if (go() && !place.post) return
  const goOn = () => {
    // To the end of what is there, too: only who comes near it brings the next page. Cards near a post take their height
    // only when they come near the screen: it is held until they have.
    clearTimeout(timer)
    timer = setTimeout(stop, patience)
    if (go() && !place.post) stop()
  }
  let timer = setTimeout(stop, patience)
  const growth = new ResizeObserver(goOn)
  // A post may come where its room was held already: then nothing grows.
  const arrivals = new MutationObserver(goOn)
  const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
  function stop() {
    growth.disconnect()
    arrivals.disconnect()
    clearTimeout(timer)
    for (const gesture of gestures) window.removeEventListener(gesture, stop)
  }
  growth.observe(document.body)
  arrivals.observe(document.body, { childList: true, subtree: true })
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true })
  return stop
}
