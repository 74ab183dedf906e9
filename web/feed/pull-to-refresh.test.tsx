// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePullToRefresh } from './PullToRefresh.tsx'

const onRefresh = vi.fn<() => void>()
let scrollY = 0

beforeEach(() => {
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollY)
  scrollY = 0
  onRefresh.mockReset()
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Feed() {
  const element = useRef<HTMLDivElement>(null)
  usePullToRefresh(element, onRefresh)
  return <div ref={element} />
}

const openFeed = () => render(<Feed />).container.firstElementChild as HTMLElement
const touchAt = (clientX: number, clientY: number) => ({ touches: [{ clientX, clientY }] })

/** Puts a finger on the feed and moves it, without lifting it. @returns whether the browser may scroll. */
function drag(feed: HTMLElement, ...points: [x: number, y: number][]): boolean {
  const [from, ...others] = points
  fireEvent.touchStart(feed, touchAt(...from!))
  return others.map((point) => fireEvent.touchMove(feed, touchAt(...point))).at(-1)!
}

test('A finger that pulls far enough refreshes the feed once it is lifted, and the page does not scroll', () => {
  const feed = openFeed()
  expect(drag(feed, [100, 100], [100, 275])).toBe(false)
  expect(feed.dataset.pull).toBe('ready')
  expect(feed.style.getPropertyValue('--pull')).toBe('70px')
  expect(onRefresh).not.toHaveBeenCalled()
  fireEvent.touchEnd(feed)
  expect(onRefresh).toHaveBeenCalledOnce()
  expect(feed.dataset.pull).toBeUndefined()
  expect(feed.style.getPropertyValue('--pull')).toBe('0px')
})

test('A finger that pulls less far, or goes back up, refreshes nothing', () => {
  const feed = openFeed()
  drag(feed, [100, 100], [100, 274])
  expect(feed.dataset.pull).toBe('pulling')
  fireEvent.touchEnd(feed)
  drag(feed, [100, 100], [100, 300], [100, 90])
  expect(feed.dataset.pull).toBeUndefined()
  fireEvent.touchEnd(feed)
  expect(onRefresh).not.toHaveBeenCalled()
})

test('However far the finger goes, the feed moves no further than 96 pixels', () => {
  const feed = openFeed()
  drag(feed, [100, 100], [100, 900])
  expect(feed.style.getPropertyValue('--pull')).toBe('96px')
})

test('Further down the page, with two fingers, sideways, or begun upwards, a movement is no pull', () => {
  const feed = openFeed()
  const expectNoPull = () => {
    expect(feed.dataset.pull).toBeUndefined()
    fireEvent.touchEnd(feed)
  }
  scrollY = 1
  expect(drag(feed, [100, 100], [100, 400])).toBe(true)
  expectNoPull()
  scrollY = 0
  const { touches } = touchAt(100, 100)
  fireEvent.touchStart(feed, { touches: [...touches, ...touches] })
  fireEvent.touchMove(feed, touchAt(100, 400))
  expectNoPull()
  drag(feed, [100, 100], [130, 120], [130, 400])
  expectNoPull()
  drag(feed, [100, 100], [100, 99], [100, 400])
  expectNoPull()
  expect(onRefresh).not.toHaveBeenCalled()
})

test('A pull that the browser takes over refreshes nothing', () => {
  const feed = openFeed()
  drag(feed, [100, 100], [100, 400])
  fireEvent.touchCancel(feed)
  expect(onRefresh).not.toHaveBeenCalled()
  expect(feed.dataset.pull).toBeUndefined()
})

test('A feed that was left listens to no finger any more', () => {
  const feed = openFeed()
  cleanup()
  drag(feed, [100, 100], [100, 400])
  fireEvent.touchEnd(feed)
  expect(onRefresh).not.toHaveBeenCalled()
})
