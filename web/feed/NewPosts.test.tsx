// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { closeBrowser, openBrowser, passMs, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { renderPart } from '#web/platform/testing/render-part.tsx'
import type { FeedArea } from './feed-area.ts'
import { newestPostQuery } from './feed.api.ts'
import { feedText } from './feed.text.ts'
import { NewPosts } from './FeedRefresh.tsx'

type FeedPost = Output<'getFeed'>['posts'][number]

const everywhere: FeedArea = { place: null, town: null, position: null, radius: 'auto' }
const onShow = vi.fn<() => void>()
let newest: FeedPost
let server: ReturnType<typeof startTestServer>

const startTestServer = () => startFakeServer({ getFeed: () => ({ posts: [newest], next_cursor: null }) })
const post = (id: number) => ({ id, user_id: 2 }) as FeedPost

beforeAll(() => {
  openBrowser()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterAll(closeBrowser)
beforeEach(() => {
  signInAs(1)
  newest = post(6)
  server = startTestServer()
  onShow.mockReset()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const readFeed = () => renderPart(<NewPosts query={newestPostQuery(everywhere)} first={post(6)} onShow={onShow} />)
const button = () => screen.queryByRole('button', { name: feedText.newPosts })

test('Once a minute one post is asked for; a newer one than the first is offered, and shown on request', async () => {
  readFeed()
  await act(() => passMs(59_000))
  expect(server.calls).toEqual([])
  await act(() => passMs(2000))
  expect(server.last()).toEqual({ limit: '1' })
  expect(button()).toBeNull()
  newest = post(7)
  await act(() => passMs(60_000))
  fireEvent.click(button()!)
  expect(onShow).toHaveBeenCalledOnce()
})
