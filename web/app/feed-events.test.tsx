// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlaceEvent } from '#contract/events.ts'
import { storePosition } from '#web/platform/geolocation.ts'
import { settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { storedFeedArea } from '#web/feed/feed-area.ts'
import { refreshFeed } from '#web/feed/feed.api.ts'
import { FeedPage } from '#web/feed/FeedPage.tsx'

const event = {
  id: 3,
  title: 'Festa del quartiere',
  starts_at: '2030-06-01T18:00:00.000Z',
  ends_at: null,
  location_id: 5,
  location_name: 'Darsena',
} as unknown as PlaceEvent

beforeEach(() => {
  signInAs(7)
  storePosition({ latitude: 45.46, longitude: 9.19 })
})
afterEach(closePage)

const startServer = () =>
  startFakeServer({
    getFeed: () => ({ posts: [], next_cursor: null }),
    getFollowedEvents: () => ({ events: [event] }),
  })
const strip = { name: 'Eventi nei luoghi che segui' }
const findPosts = () => screen.findByText('Qui intorno è ancora tutto tranquillo')

test('The posts wait for the events above them, which would move them later', async () => {
  const server = startServer()
  const answerEvents = server.holdNext('getFollowedEvents')
  renderPart(<FeedPage />, '/feed')
  await vi.waitFor(() => expect(server.names()).toContain('getFeed'))
  await act(settle)
  expect(screen.queryByText('Qui intorno è ancora tutto tranquillo')).toBeNull()
  await act(() => answerEvents(200, { success: true, events: [event] }))
  await findPosts()
  await screen.findByRole('list', strip)
})

test('The posts come also without the events, if these do not load', async () => {
  startServer().refuseNext('getFollowedEvents', 503, 'Il server riparte tra poco.')
  renderPart(<FeedPage />, '/feed')
  await findPosts()
  expect(screen.queryByRole('list', strip)).toBeNull()
})

test('With the feed the events are fetched again', async () => {
  const server = startServer()
  server.refuseNext('getFollowedEvents', 503, 'Il server riparte tra poco.')
  renderPart(<FeedPage />, '/feed')
  await findPosts()
  await act(() => refreshFeed(storedFeedArea()))
  await screen.findByRole('list', strip)
})
