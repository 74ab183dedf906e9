/** How far off the screen a post may be and still move: it is there before it is seen. */
const margin = '100% 0px'

const ids = new WeakMap<Element, readonly number[]>()
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

/**
 * Gives the `ref` of what shows posts: while it is near the screen, they move as the server tells. In a long list, of what
 * shows several: the browser looks where each of those is that are watched, for every frame. With other posts it is another
 * `ref`, and is looked at anew.
 */
export const trackVisiblePosts = (shown: readonly number[]) => (element: Element | null) => {
  if (!element) return undefined
  observer ??= new IntersectionObserver(look, { rootMargin: margin })
  ids.set(element, shown)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    near.delete(element)
  }
}

export const visiblePosts = {
  /** The posts near the screen, those that came last at the end. */
  current: () => [...near].flatMap((element) => ids.get(element) ?? []),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** A post, and how far below the top of the screen it begins. */
export type PlacedPost = { id: number; top: number }

/** The first post that is on the screen. */
export function firstVisiblePost(): PlacedPost | null {
  let first: PlacedPost | null = null
  for (const element of [...near].flatMap((one) => [...one.querySelectorAll('[data-post]')])) {
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom > 0 && top < window.innerHeight && (!first || top < first.top))
      first = { id: Number(element.getAttribute('data-post')), top }
  }
  return first
}

/** How far below the top of the screen a post begins; null where it is not on the page. */
export const postTop = (id: number) =>
  document.querySelector(`[data-post="${id}"]`)?.getBoundingClientRect().top ?? null
