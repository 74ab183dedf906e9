// @vitest-environment jsdom
import { useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CommentThread } from '#contract/comments.ts'
import { closeBrowser, FakeIntersectionObserver, openBrowser, passMs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { renderPart } from '#web/platform/testing/render-part.tsx'
import { uiText } from '#web/ui/ui.text.ts'
import { CommentList } from './CommentList.tsx'
import { commentsQuery } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

let texts: string[]
let server: ReturnType<typeof startTestServer>

function comment(text: string, index: number): CommentThread {
  const fields: Partial<CommentThread> = {
    id: index + 1,
    user_id: 2,
    username: 'bruno',
    profile_pic: null,
    text,
    created_at: '2026-01-01T00:00:00.000Z',
    likes_count: 0,
    replies: [],
    replies_count: 0,
  }
  return fields as CommentThread
}

/** A server that returns two comments at a time. */
const startTestServer = () =>
  startFakeServer({
    getComments: ({ cursor }) => {
      const from = Number(cursor ?? 0)
      return {
        comments: texts.map(comment).slice(from, from + 2),
        next_cursor: from + 2 < texts.length ? String(from + 2) : null,
      }
    },
  })

beforeAll(() => {
  openBrowser()
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
})
afterAll(closeBrowser)
beforeEach(() => {
  texts = ['Uno', 'Due', 'Tre', 'Quattro', 'Cinque']
  server = startTestServer()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

function Comments() {
  const list = useRef<HTMLElement>(null)
  const query = useInfiniteQuery(commentsQuery(7))
  return <CommentList ref={list} postId={7} viewerId={null} query={query} onReply={() => undefined} />
}

const pass = () => act(() => passMs(10))
async function openComments() {
  renderPart(<Comments />)
  await pass()
}
const shown = () => screen.queryAllByText(/^(Uno|Due|Tre|Quattro|Cinque)$/).map(({ textContent }) => textContent)

test('Many comments load page by page as one comes to their end, each of them once', async () => {
  await openComments()
  expect(shown()).toEqual(['Uno', 'Due'])
  FakeIntersectionObserver.last.comeNear()
  await pass()
  expect(shown()).toEqual(['Uno', 'Due', 'Tre', 'Quattro'])
  FakeIntersectionObserver.last.comeNear()
  await pass()
  expect(shown()).toEqual(texts)
  expect(server.calls.map(({ input }) => input.cursor)).toEqual([undefined, '2', '4'])
})

test('A post without comments says so', async () => {
  texts = []
  await openComments()
  expect(screen.getByText(commentsText.empty)).not.toBeNull()
})

test('Comments that fail to load can be asked for again', async () => {
  server.loseNext('getComments', 3)
  await openComments()
  await act(() => passMs(10_000))
  fireEvent.click(screen.getByRole('button', { name: uiText.retry }))
  await pass()
  expect(shown()).toEqual(['Uno', 'Due'])
})
