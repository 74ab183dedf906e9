// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let useScrollMemory: (key: string) => void
let listening: AbortController
let scrollY = 0
/** How far down the page can scroll. */
let maxScrollY = 10_000
let growthObservers: { notify: () => void; isActive: boolean }[] = []

/** Tells the page that it has grown. */
class FakeResizeObserver {
  private readonly entry
  constructor(notify: () => void) {
    this.entry = { notify, isActive: false }
    growthObservers.push(this.entry)
  }
  observe() {
    this.entry.isActive = true
  }
  disconnect() {
    this.entry.isActive = false
  }
}

const scrollTo = vi.fn<(options: { top: number; behavior: string }) => void>(({ top }) => {
  scrollY = Math.min(top, maxScrollY)
})

beforeEach(async () => {
  listening = new AbortController()
  const listen = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener) =>
    listen(type, listener, { signal: listening.signal }),
  )
  vi.useFakeTimers()
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.stubGlobal('scrollTo', scrollTo)
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollY)
  scrollY = 0
  maxScrollY = 10_000
  growthObservers = []
  sessionStorage.clear()
  await startApp()
})

afterEach(() => {
  cleanup()
  listening.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  scrollTo.mockClear()
  document.body.replaceChildren()
})

/** Loads the module as a reload does. */
async function startApp() {
  vi.resetModules()
  ;({ useScrollMemory } = await import('./scroll-memory.ts'))
}

function openPages(firstKey: string) {
  const { rerender, unmount } = renderHook(({ key }) => useScrollMemory(key), { initialProps: { key: firstKey } })
  return { open: (key: string) => rerender({ key }), unmount }
}

function scrollByHand(top: number) {
  scrollY = top
  window.dispatchEvent(new Event('scroll'))
}

function grow(toScrollY: number) {
  maxScrollY = toScrollY
  for (const { notify, isActive } of growthObservers) if (isActive) notify()
}

const isRestoring = () => growthObservers.some(({ isActive }) => isActive)

/** Renders a post whose upper edge is this far down the page. */
function renderPost(id: number, pageTop: number) {
  const element = document.createElement('article')
  element.dataset.post = String(id)
  const place = { top: pageTop }
  element.getBoundingClientRect = () => new DOMRect(0, place.top - scrollY, 300, 400)
  document.body.append(element)
  return {
    moveTo: (top: number) => {
      place.top = top
    },
    remove: () => element.remove(),
  }
}

test('A new page starts at the top', () => {
  const { open } = openPages('feed')
  scrollByHand(500)
  open('comments')
  expect(scrollY).toBe(0)
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
  expect(isRestoring()).toBe(false)
})

test('The browser restores nothing by itself', () => {
  openPages('feed')
  expect(window.history.scrollRestoration).toBe('manual')
})

test('Each page returns to where it was left', () => {
  const { open } = openPages('feed')
  scrollByHand(500)
  open('search')
  scrollByHand(300)
  open('feed')
  expect(scrollY).toBe(500)
  open('search')
  expect(scrollY).toBe(300)
})

test('A page that is at the right place already, but for what nobody sees, is not scrolled', () => {
  const { open } = openPages('feed')
  scrollByHand(500)
  open('search')
  scrollY = 501
  scrollTo.mockClear()
  open('feed')
  expect(scrollTo).not.toHaveBeenCalled()
  open('search')
  scrollY = 502
  scrollTo.mockClear()
  open('feed')
  expect(scrollTo).toHaveBeenCalledOnce()
})

test('A page that is still too short is scrolled on as it grows, until the place is reached', () => {
  const { open } = openPages('feed')
  scrollByHand(2000)
  open('comments')
  maxScrollY = 300
  open('feed')
  expect(scrollY).toBe(300)
  grow(1200)
  expect(scrollY).toBe(1200)
  grow(2500)
  expect(scrollY).toBe(2000)
  expect(isRestoring()).toBe(false)
})

test('A page whose growth ends too early stays where it is after ten seconds', () => {
  const { open } = openPages('feed')
  scrollByHand(2000)
  open('comments')
  maxScrollY = 300
  open('feed')
  vi.advanceTimersByTime(9999)
  grow(400)
  vi.advanceTimersByTime(9999)
  expect(isRestoring()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isRestoring()).toBe(false)
  grow(3000)
  expect(scrollY).toBe(400)
})

test('A page that never stops growing is scrolled for half a minute at most', () => {
  const { open } = openPages('feed')
  scrollByHand(20_000)
  open('comments')
  maxScrollY = 300
  open('feed')
  for (let second = 1; second < 30; second++) {
    vi.advanceTimersByTime(1000)
    grow(300 + second)
  }
  expect(isRestoring()).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(isRestoring()).toBe(false)
})

test.each(['wheel', 'touchmove', 'keydown', 'pointerdown'])('A person’s own %s ends the restoring', (gesture) => {
  const { open } = openPages('feed')
  scrollByHand(2000)
  open('comments')
  maxScrollY = 300
  open('feed')
  window.dispatchEvent(new Event(gesture))
  grow(2500)
  expect(scrollY).toBe(300)
  expect(vi.getTimerCount()).toBe(0)
})

test('Leaving a page ends its restoring', () => {
  const { open, unmount } = openPages('feed')
  scrollByHand(2000)
  open('comments')
  maxScrollY = 300
  open('feed')
  open('search')
  expect(isRestoring()).toBe(false)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('In a list of posts the topmost visible post returns to its place, though posts were added above', () => {
  const { open } = openPages('feed')
  renderPost(9, 800)
  const post = renderPost(8, 1250)
  scrollByHand(1210)
  open('comments')
  post.moveTo(1700)
  open('feed')
  expect(scrollY).toBe(1660)
})

test('A post that gets its place late is held there while the cards around it get their height', () => {
  const { open } = openPages('feed')
  const post = renderPost(8, 1250)
  scrollByHand(1210)
  open('comments')
  open('feed')
  post.moveTo(1500)
  grow(10_000)
  expect(scrollY).toBe(1460)
  post.moveTo(1400)
  grow(10_000)
  expect(scrollY).toBe(1360)
  expect(isRestoring()).toBe(true)
})

test('A post that is inserted later is scrolled to, though nothing grows', async () => {
  const { open } = openPages('feed')
  const post = renderPost(8, 1250)
  scrollByHand(1210)
  open('comments')
  post.remove()
  open('feed')
  expect(scrollY).toBe(1210)
  renderPost(8, 1900)
  await vi.advanceTimersByTimeAsync(0)
  expect(scrollY).toBe(1860)
})

test('At the top of a list no post is remembered: it stays at the top, whatever was added', () => {
  const { open } = openPages('feed')
  const post = renderPost(8, 200)
  scrollByHand(0)
  open('comments')
  scrollByHand(100)
  post.moveTo(900)
  open('feed')
  expect(scrollY).toBe(0)
})

test('A reload returns to where the page was left, though the last scroll event never came', async () => {
  const { unmount } = openPages('feed')
  scrollByHand(500)
  scrollY = 700
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  scrollY = 0
  await startApp()
  openPages('feed')
  expect(scrollY).toBe(700)
})

test('A reload before the page has its full height keeps the place', async () => {
  const { unmount } = openPages('feed')
  scrollByHand(500)
  scrollY = 0
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  await startApp()
  openPages('feed')
  expect(scrollY).toBe(500)
})

test('The fifty pages that were visited last are remembered over a reload', async () => {
  const { open, unmount } = openPages('page 0')
  for (let number = 0; number <= 50; number++) {
    open(`page ${number}`)
    scrollByHand(100 + number)
  }
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  await startApp()
  const again = openPages('page 0')
  expect(scrollY).toBe(0)
  again.open('page 1')
  expect(scrollY).toBe(101)
})

test.each(['no list', '{"feed":'])('A place that cannot be read (%s) is the top', async (stored) => {
  sessionStorage.setItem('scroll', stored)
  scrollY = 300
  await startApp()
  openPages('feed')
  expect(scrollY).toBe(0)
})

test('Where the browser stores nothing, places are remembered until a reload', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { open } = openPages('feed')
  scrollByHand(500)
  window.dispatchEvent(new Event('pagehide'))
  open('comments')
  open('feed')
  expect(scrollY).toBe(500)
})
