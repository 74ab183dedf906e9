/** How far off the screen a post may be and still move: it is there before it is seen. */
const margin = '100% 0px'
const marked = '[data-post]'

const near = new Set<Element>()
const listeners = new Set<() => void>()
let observer: IntersectionObserver | undefined

function look(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) near.add(target)
    else near.delete(target)
  }
  for (const listener of listeners) listener()
}

/** What shows a post, and says of which id by `data-post`: the element itself, or those in it. */
const postsIn = (element: Element) => (element.matches(marked) ? [element] : [...element.querySelectorAll(marked)])
const idOf = (element: Element) => Number(element.getAttribute('data-post'))

/**
 * The `ref` of what shows posts: while it is near the screen, its posts move as the server tells. In a long list, of what
 * holds several: the browser looks where each of those is that are watched, for every frame.
 */
export function watchPosts(element: Element | null) {
  if (!element) return undefined
  observer ??= new IntersectionObserver(look, { rootMargin: margin })
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    near.delete(element)
  }
}

export const watchedPosts = {
  /** The posts near the screen, those that came last at the end. */
  current: () => [...near].flatMap(postsIn).map(idOf),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** A post, and how far below the top of the screen it begins. */
export type PlacedPost = { id: number; top: number }

/** The first post that is on the screen. */
export function firstPostSeen(): PlacedPost | null {
  let first: PlacedPost | null = null
  for (const element of [...near].flatMap(postsIn)) {
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom > 0 && top < window.innerHeight && (!first || top < first.top)) first = { id: idOf(element), top }
  }
  return first
}

/** How far below the top of the screen a post begins; null where it is not on the page. */
export const topOfPost = (id: number) => document.querySelector(`[data-post="${id}"]`)?.getBoundingClientRect().top ?? null
