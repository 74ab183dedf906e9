// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import type { Comment } from '#contract/comments.ts'
import { closeBrowser, openBrowser, passMs, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { clearStorage } from '#web/platform/storage.ts'
import { renderPart } from '#web/platform/testing/render-part.tsx'
import { toastStore } from '#web/ui/toast.ts'
import { CommentForm } from './CommentForm.tsx'
import { commentsText } from './comments.text.ts'

const anna = { id: 1, username: 'anna', profile_pic: null } as CurrentUser
const onSent = vi.fn<(comment: Comment) => void>()
let server: ReturnType<typeof startTestServer>

const startTestServer = () =>
  startFakeServer({ addComment: () => ({ comment: { id: 5, reply_to: null } as Comment, comments_count: 1 }) })

beforeAll(() => {
  openBrowser()
  // A mouse: Enter sends.
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterAll(closeBrowser)
beforeEach(() => {
  signInAs(1)
  server = startTestServer()
  onSent.mockReset()
})
afterEach(async () => {
  cleanup()
  clearStorage()
  queryClient.clear()
  await passMs(5000)
})

function openPost(postId: number, viewer = anna) {
  cleanup()
  renderPart(<CommentForm postId={postId} viewer={viewer} replyTo={null} onSent={onSent} />)
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: commentsText.send })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const enter = () => fireEvent.keyDown(field(), { key: 'Enter' })
const press = () => fireEvent.click(sendButton())
const pass = () => act(() => passMs(1000))

test('A comment without words cannot be sent, neither with the button nor with Enter', async () => {
  openPost(7)
  expect(sendButton().disabled).toBe(true)
  type('   \n ')
  expect(sendButton().disabled).toBe(true)
  enter()
  await pass()
  expect(server.names()).toEqual([])
})

test.each([
  ['Chromium and Firefox', { isComposing: true, keyCode: 229 }],
  ['Safari', { isComposing: false, keyCode: 229 }],
])(
  'Enter that ends the composition of a word sends nothing in %s; the next one does',
  async (_browser, composition) => {
    openPost(7)
    type('こんにちは')
    fireEvent.keyDown(field(), { key: 'Enter', ...composition })
    await pass()
    expect(server.names()).not.toContain('addComment')
    enter()
    await pass()
    expect(server.names()).toContain('addComment')
  },
)

test('A comment is sent once, without the space around it, and leaves the field', async () => {
  openPost(7)
  type('  Bellissimo!  ')
  press()
  await act(() => passMs(0))
  press()
  enter()
  await pass()
  expect(server.calls.map(({ input }) => input)).toEqual([{ post_id: 7, text: 'Bellissimo!', reply_to: null }])
  expect(onSent).toHaveBeenCalledOnce()
  expect(field().value).toBe('')
  openPost(7)
  expect(field().value).toBe('')
})

test('What is written and not sent is found again at its post, by the person who wrote it', () => {
  openPost(7)
  type('A metà di un pens')
  openPost(8)
  expect(field().value).toBe('')
  openPost(7, { ...anna, id: 2 })
  expect(field().value).toBe('')
  openPost(7)
  expect(field().value).toBe('A metà di un pens')
})

test('A comment that could not be sent stays in the field, with a message', async () => {
  openPost(7)
  type('Ci sono')
  server.loseNext('addComment')
  press()
  await pass()
  expect(toastStore.current()).toMatchObject([{ tone: 'danger' }])
  expect(field().value).toBe('Ci sono')
  expect(onSent).not.toHaveBeenCalled()
  press()
  await pass()
  expect(field().value).toBe('')
})
