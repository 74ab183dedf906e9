import { createEmitter } from '#web/ui/emitter.ts'

/** Posts are tracked up to one screen above and below, so that they are current before they are seen. */
const rootMargin = '100% 0px'

const idsByElement = new WeakMap<Element, readonly number[]>()
const nearElements = new Set<Element>()
const changes = createEmitter()
let observer: IntersectionObserver | undefined

function onIntersection(entries: IntersectionObserverEntry[]) {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) nearElements.add(target)
    else nearElements.delete(target)
  }
  changes.emit()
}

/**
 * Returns the `ref` of an element that shows posts; while it is near the screen, live events update them. Long lists
 * pass several posts per element, because the browser checks every observed element in each frame. Other posts give
 * another `ref`, which is observed anew.
 */
export const trackVisiblePosts = (postIds: readonly number[]) => (element: Element | null) => {
  if (!element) return undefined
  observer ??= new IntersectionObserver(onIntersection, { rootMargin })
  idsByElement.set(element, postIds)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    nearElements.delete(element)
  }
}

export const visiblePosts = {
  /** Returns the ids of the posts near the screen, the latest at the end. */
  current: () => [...nearElements].flatMap((element) => idsByElement.get(element) ?? []),
  subscribe: changes.subscribe,
}

/** A post and the distance of its upper edge from the top of the screen, in pixels. */
export type PlacedPost = { id: number; top: number }

/** Returns the topmost post on the screen. */
export function firstVisiblePost(): PlacedPost | null {
  let first: PlacedPost | null = null
  // A page that has just been rendered is not observed yet.
  const places = nearElements.size > 0 ? [...nearElements] : [document]
  for (const element of places.flatMap((place) => [...place.querySelectorAll('[data-post]')])) {
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom > 0 && top < window.innerHeight && (!first || top < first.top))
      first = { id: Number(element.getAttribute('data-post')), top }
  }
  return first
}

/** Returns the distance of a post's upper edge from the top of the screen; null if it is not rendered. */
export const postTop = (id: number) =>
  document.querySelector(`[data-post="${id}"]`)?.getBoundingClientRect().top ?? null

/**
 * The distance from the top of the screen at which people read, and the scroll distance up to which nobody has begun
 * to.
 */
const readingLine = 0.4
const unreadScrollPx = 120
const readingPauseMs = 150

function findReadPost(): number | null {
  if (window.scrollY < unreadScrollPx) return null
  const lineY = window.innerHeight * readingLine
  const posts = [...nearElements].flatMap((element) => [...element.querySelectorAll('[data-post]')])
  const read = posts.find((post) => {
    const { top, bottom } = post.getBoundingClientRect()
    return top <= lineY && bottom > lineY
  })
  return read ? Number(read.getAttribute('data-post')) : null
}

let readId: number | null = null
const readChanges = createEmitter(() => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = () => {
    readId = findReadPost()
    readChanges.emit()
  }
  const updateSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(update, readingPauseMs)
  }
  window.addEventListener('scroll', updateSoon, { passive: true })
  return () => {
    clearTimeout(timer)
    readId = null
    window.removeEventListener('scroll', updateSoon)
  }
})

/** The post in which the page has stopped scrolling; null at its top. */
export const readPost = { current: () => readId, subscribe: readChanges.subscribe }
