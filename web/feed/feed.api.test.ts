// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { closeBrowser, openBrowser, passMs, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import type { FeedArea } from './feed-area.ts'
import { feedQuery, newestPostQuery, refreshFeed } from './feed.api.ts'

type FeedPost = Output<'getFeed'>['posts'][number]

const everywhere: FeedArea = { place: null, town: null, position: null, radius: 'auto' }
const page = (id: number) => ({
  success: true as const,
  posts: [{ id } as FeedPost],
  has_more: false,
  next_cursor: null,
})
let server: ReturnType<typeof startTestServer>

const startTestServer = () => startFakeServer({ getFeed: () => page(3) })

beforeAll(openBrowser)
afterAll(closeBrowser)
beforeEach(() => {
  signInAs(1)
  server = startTestServer()
  queryClient.setQueryData(feedQuery(everywhere).queryKey, { pages: [page(2), page(1)], pageParams: ['', 'next'] })
  queryClient.setQueryData(newestPostQuery(everywhere).queryKey, { id: 3 } as FeedPost)
})
afterEach(() => queryClient.clear())

const shownIds = () =>
  queryClient.getQueryData(feedQuery(everywhere).queryKey)?.pages.flatMap(({ posts }) => posts.map(({ id }) => id))
const announced = () => queryClient.getQueryData(newestPostQuery(everywhere).queryKey)

test('A refreshed feed begins again with its first page, and new posts are announced no more', async () => {
  await refreshFeed(everywhere)
  expect(server.names()).toEqual(['getFeed'])
  expect(shownIds()).toEqual([3])
  expect(announced()).toBeNull()
})

test('A refresh that fails keeps the posts, and what was announced', async () => {
  server.loseNext('getFeed', 5)
  const refreshed = expect(refreshFeed(everywhere)).rejects.toThrow()
  await passMs(30_000)
  await refreshed
  expect(shownIds()).toEqual([2, 1])
  expect(announced()).toEqual({ id: 3 })
})
