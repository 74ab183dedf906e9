// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Post } from '#contract/posts.ts'
import type { SpottedRequest } from '#contract/spotted.ts'
import {
  closeBrowser,
  FakeIntersectionObserver,
  openBrowser,
  passMs,
  signInAs,
} from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { uiText } from '#web/ui/ui.text.ts'
import { SpottedRequestsPage } from '#web/spotted/SpottedRequestsPage.tsx'

beforeEach(() => {
  openBrowser()
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
})
afterEach(() => {
  closePage()
  closeBrowser()
})

test('Requests that do not load can be asked for again, and come page by page', async () => {
  signInAs(1)
  const request = (id: number, username: string) => ({ id, request_id: id, username }) as SpottedRequest
  const server = startFakeServer({
    getSpottedRequests: ({ cursor }) => ({
      post: { id: 7, user_id: 2 } as Post,
      requests: cursor ? [request(2, 'carla')] : [request(1, 'bruno')],
      next_cursor: cursor ? null : 'next',
    }),
  })
  server.loseNext('getSpottedRequests', 3)
  const page = <Route path="/:postId" element={<SpottedRequestsPage />} />
  renderPart(<Routes>{page}</Routes>, '/7')
  await act(() => passMs(10_000))
  fireEvent.click(screen.getByRole('button', { name: uiText.retry }))
  await act(() => passMs(10))
  expect(screen.queryByText('carla')).toBeNull()
  FakeIntersectionObserver.last.comeNear()
  await act(() => passMs(10))
  expect(screen.getAllByText(/bruno|carla/).map(({ textContent }) => textContent)).toEqual(['bruno', 'carla'])
})
