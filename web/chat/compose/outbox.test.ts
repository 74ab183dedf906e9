// @vitest-environment jsdom
import { Blob } from 'node:buffer'
import { cleanup, renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

/** A server that numbers the messages it receives from 2, and the videos from 1. */
function startTestServer() {
  let number = 1
  let videoCount = 0
  return startFakeServer({
    uploadVideo: () => ({ picture_id: ++videoCount }),
    sendMessage: ({ text }) => ({ message: message(++number, text ?? ''), conversation: conversation(number) }),
  })
}

beforeAll(async () => {
  openBrowser()
  // It loads with the first video.
  await import('#web/media/uploads.api.ts')
})
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

describe('A video', () => {
  const video = {
    text: '',
    image: 'data:image/jpeg;base64,a',
    alt: 'A tram',
    video: new Blob(['film']) as globalThis.Blob,
  }
  const film = () => write(video)
  const uploads = () => server.names().filter((name) => name === 'uploadVideo').length

  test('goes before its message, with its cover and description, which then names it', async () => {
    await film()
    expect(server.names()).toEqual(['uploadVideo', 'sendMessage'])
    expect(server.calls[0]?.input).toEqual({
      user_id: '1',
      image: video.image,
      image_alt: 'A tram',
      video: expect.any(Blob) as Blob,
    })
    expect(server.last()).toEqual({
      user_id: 1,
      other_id: bruno,
      client_id: expect.any(String) as string,
      text: '',
      picture_id: 1,
    })
    expect(pending()).toEqual([])
  })

  test('is uploaded once, although its message needs several attempts and the page is loaded anew', async () => {
    server.loseNext('sendMessage', 2)
    await film()
    expect(pending()).toMatchObject([{ picture_id: 1, refusal: null }])
    stop()
    stop = startOutbox()
    await passMs(5000)
    expect(server.names()).toEqual(['uploadVideo', 'sendMessage', 'sendMessage', 'sendMessage'])
    expect(new Set(server.calls.slice(1).map(({ input }) => input.picture_id))).toEqual(new Set([1]))
    expect(pending()).toEqual([])
  })

  test('waits with its cover for the network', async () => {
    server.loseNext('uploadVideo')
    await film()
    expect(pending()).toMatchObject([{ image: video.image, refusal: null }])
    await passMs(1000)
    expect(server.names()).toEqual(['uploadVideo', 'uploadVideo', 'sendMessage'])
  })

  test('that the server refuses says why, and goes up anew when it is sent again', async () => {
    server.refuseNext('uploadVideo', 400, 'No video.')
    await film()
    expect(pending()).toMatchObject([{ refusal: 'No video.' }])
    await retryMessage(pending()[0]!)
    await settle()
    expect(pending()).toEqual([])
    expect(uploads()).toBe(2)
  })

  test('whose message was refused goes up anew as well: its upload may be gone', async () => {
    server.refuseNext('sendMessage', 404, 'Gone.')
    await film()
    expect(pending()).toMatchObject([{ picture_id: 1, refusal: 'Gone.' }])
    await retryMessage(pending()[0]!)
    await settle()
    expect(server.last()).toMatchObject({ picture_id: 2 })
    expect(pending()).toEqual([])
  })

  test('whose message may have arrived is not uploaded twice', async () => {
    for (let attempt = 1; attempt <= 5; attempt++) server.refuseNext('sendMessage', 500, 'Broken.')
    await film()
    await passMs(60_000)
    const [message] = pending()
    expect(message).toMatchObject({ picture_id: 1, is_in_doubt: true })
    await retryMessage(message!)
    await settle()
    expect(server.last()).toMatchObject({ picture_id: 1 })
    expect(uploads()).toBe(1)
  })
})
