// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { FakeIntersectionObserver } from '#web/platform/testing/fake-browser.ts'
import { PostPages } from './PostPages.tsx'

let frames: FrameRequestCallback[]

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue([{} as PerformanceEntry])
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const postsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: first - index }) as Post)

test('Posts are rendered five at a time, after the three that are seen first, so no frame renders a whole page', async () => {
  const pages = [{ posts: postsFrom(20, 10) }, { posts: postsFrom(10, 10) }]
  const cards = new Map(pages.flatMap(({ posts }) => posts).map(({ id }) => [id, <article key={id} />]))
  const { container } = render(<PostPages pages={pages} list="feed" replacements={cards} />)
  const counts = [container.querySelectorAll('article').length]
  while (counts.at(-1) !== counts.at(-2)) {
    // oxlint-disable-next-line no-await-in-loop
    await act(async () => frames.splice(0).forEach((frame) => frame(0)))
    counts.push(container.querySelectorAll('article').length)
  }
  expect(counts).toEqual([3, 8, 10, 15, 20, 20])
})
