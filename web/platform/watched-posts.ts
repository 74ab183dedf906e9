/** How far off the screen a post may be and still move: it is there before it is seen. */
const margin = '100% 0px'

const ids = new WeakMap<Element, number>()
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

/** Gives the `ref` of what shows a post: while it is near the screen, the post moves as the server tells. */
export const watchPost = (id: number) => (element: Element | null) => {
  if (!element) return undefined
  observer ??= new IntersectionObserver(look, { rootMargin: margin })
  ids.set(element, id)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    near.delete(element)
  }
}

export const watchedPosts = {
  /** The posts near the screen, those that came last at the end. */
  current: () => [...near].map((element) => ids.get(element) ?? 0),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
