// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Conversation, Message, QuotedMessage, SharedPost } from '#contract/chat.ts'
import { messagesQuery } from '#web/chat/chat.api.ts'
import type { MessagePages } from '#web/chat/message-pages.ts'
import { closeBrowser, openBrowser, passMs, settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { clearStorage } from '#web/platform/storage.ts'
import {
  discardMessage,
  type PendingContent,
  queueMessage,
  retryMessage,
  startOutbox,
  usePendingMessages,
} from './outbox.ts'

const bruno = 2
const conversation = (number: number) =>
  ({
    user: { id: bruno },
    is_request: false,
    read_up_to: 0,
    unread_count: 0,
    other_received_up_to: 0,
    other_read_up_to: 0,
    last_message: { id: number },
  }) as Conversation
const message = (number: number, text: string) => ({ id: number, number, text, is_own: true }) as Message

let server: ReturnType<typeof startTestServer>
let stop: () => void

/** A server that numbers the messages it receives from 2. */
function startTestServer() {
  let number = 1
  return startFakeServer({
    sendMessage: ({ text }) => ({ message: message(++number, text ?? ''), conversation: conversation(number) }),
  })
}

beforeAll(openBrowser)
afterAll(closeBrowser)
beforeEach(async () => {
  server = startTestServer()
  signInAs(1)
  stop = startOutbox()
  await settle()
})
afterEach(async () => {
  stop()
  cleanup()
  queryClient.clear()
  clearStorage()
  await settle()
})

async function write(part: Partial<PendingContent>) {
  await queueMessage(bruno, { text: 'Hello', image: null, post: null, ...part })
  await settle()
}
const pending = () => renderHook(usePendingMessages).result.current

test('A message is sent in the name of its author, with what belongs to it and nothing else', async () => {
  await write({})
  expect(server.last()).toEqual({ user_id: 1, other_id: bruno, client_id: expect.any(String) as string, text: 'Hello' })
  await write({ image: 'data:image/jpeg;base64,a', alt: 'A pigeon' })
  expect(server.last()).toMatchObject({ image: 'data:image/jpeg;base64,a', image_alt: 'A pigeon' })
  await write({ post: { id: 5 } as SharedPost })
  expect(server.last()).toMatchObject({ post_id: 5 })
  await write({ reply: { number: 9 } as QuotedMessage })
  expect(server.last()).toMatchObject({ reply_to: 9 })
  expect(pending()).toEqual([])
})

test('A message that is sent joins the open conversation', async () => {
  const { queryKey } = messagesQuery(bruno)
  queryClient.setQueryData(queryKey, {
    pages: [{ conversation: conversation(1), messages: [message(1, 'Earlier')], next_cursor: null }],
    pageParams: [''],
  } as MessagePages)
  await write({})
  const shown = queryClient.getQueryData(queryKey)?.pages[0]
  expect(shown?.messages.map(({ text }) => text)).toEqual(['Hello', 'Earlier'])
  expect(shown?.conversation.last_message?.id).toBe(2)
})

test('A message whose answer was lost is sent under the same id', async () => {
  server.loseNext('sendMessage')
  await write({ reply: { number: 9 } as QuotedMessage })
  expect(pending()).toMatchObject([{ text: 'Hello', reply: { number: 9 } }])
  await passMs(1000)
  expect(server.calls[1]?.input).toEqual(server.calls[0]?.input)
  expect(pending()).toEqual([])
})

test('A refused message says why, and is sent again or deleted, while others go on', async () => {
  server.refuseNext('sendMessage', 403, 'Not from you.')
  server.refuseNext('sendMessage', 403, 'Not from you.')
  await write({ text: 'Again' })
  await write({ text: 'Away' })
  await write({ text: 'Behind' })
  const [again, away] = pending()
  expect(pending()).toMatchObject([
    { text: 'Again', refusal: 'Not from you.' },
    { text: 'Away', refusal: 'Not from you.' },
  ])
  await discardMessage(away!.client_id)
  await retryMessage(again!)
  await settle()
  expect(server.calls.map(({ input }) => input.text)).toEqual(['Again', 'Away', 'Behind', 'Again'])
  expect(pending()).toEqual([])
})

test('A message waits however long the network is away', async () => {
  server.loseNext('sendMessage', 200)
  await write({})
  await passMs(2 * 60 * 60 * 1000)
  expect(pending()).toMatchObject([{ refusal: null }])
})
