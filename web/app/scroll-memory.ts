import { useLayoutEffect, useRef } from 'react'
import { firstVisiblePost, type PlacedPost, postTop } from '#web/platform/visible-posts.ts'

const storageKey = 'scroll'
/** Restoring ends when the page has not grown for this long: on a slow line a page of a list takes some seconds. */
const settleMs = 10_000
/** Restoring ends after this long even if the page keeps growing. */
const maxRestoreMs = 30_000
/** A difference that is not visible. */
const tolerancePx = 1

/**
 * The scroll position at which a page was left. In a list of posts it is relative to the topmost visible post, because
 * the posts above it may have changed.
 */
type ScrollPosition = { top: number; post: PlacedPost | null }

function loadPositions() {
  try {
    return new Map<string, ScrollPosition>(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return new Map<string, ScrollPosition>()
  }
}

const positions = loadPositions()

/** Restores the scroll position of a history entry; new entries start at the top. */
export function useScrollMemory(key: string) {
  const current = useRef(key)

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () =>
      positions.set(current.current, { top: window.scrollY, post: window.scrollY > 0 ? firstVisiblePost() : null })
    const save = () => {
      // The last scroll event may never fire. At the top, the page may just not have its full height yet.
      if (window.scrollY > 0) remember()
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)))
      } catch {
        // Without storage, positions are lost on a reload only.
      }
    }
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', save)
    }
  }, [])

  useLayoutEffect(() => {
    current.current = key
    return restore(positions.get(key) ?? { top: 0, post: null })
  }, [key])
}

/** Returns where to scroll so that the post is where it was, or else to the old position. */
function targetOf({ top: savedTop, post }: ScrollPosition) {
  const top = post && postTop(post.id)
  return post && top !== null ? window.scrollY + top - post.top : savedTop
}

/** Scrolls to a position, and again while the page grows, until it is reached or the user scrolls. */
function restore(position: ScrollPosition) {
  const scroll = () => {
    const top = targetOf(position)
    if (Math.abs(window.scrollY - top) > tolerancePx) window.scrollTo({ top, behavior: 'instant' })
    return Math.abs(window.scrollY - top) <= tolerancePx
  }
  if (scroll() && !position.post) return
  const endMs = performance.now() + maxRestoreMs
  const scrollAgain = () => {
    // Scrolling to the end of a short page also loads the next one. Cards get their height only near the screen, so the
    // position of a post is held until they have it.
    clearTimeout(timer)
    timer = setTimeout(stop, Math.min(settleMs, endMs - performance.now()))
    if (scroll() && !position.post) stop()
  }
  let timer = setTimeout(stop, settleMs)
  const growth = new ResizeObserver(scrollAgain)
  // A post may be inserted into a space that was reserved for it, so that nothing grows.
  const insertions = new MutationObserver(scrollAgain)
  const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
  function stop() {
    growth.disconnect()
    insertions.disconnect()
    clearTimeout(timer)
    for (const gesture of gestures) window.removeEventListener(gesture, stop)
  }
  growth.observe(document.body)
  insertions.observe(document.body, { childList: true, subtree: true })
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true })
  return stop
}
