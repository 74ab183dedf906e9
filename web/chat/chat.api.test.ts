// @vitest-environment jsdom
import { type InfiniteData, InfiniteQueryObserver, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { createElement, type PropsWithChildren } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import type { Conversation, Message } from '#contract/chat.ts'
import { closeBrowser, openBrowser, settle, signInAs } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { queryClient } from '#web/platform/query-client.ts'
import {
  catchUp,
  conversationsQuery,
  messagesQuery,
  onConversationEvent,
  useAnswerMessageRequest,
  useDeleteConversation,
} from './chat.api.ts'
import type { MessagePages } from './message-pages.ts'

const bruno = 2
const conversation = (lastId: number) =>
  ({
    user: { id: bruno },
    is_request: false,
    read_up_to: 9,
    unread_count: 0,
    other_received_up_to: 0,
    other_read_up_to: 0,
    last_message: { id: lastId },
  }) as Conversation
const message = (number: number, text: string, part: Partial<Message> = {}) =>
  ({ id: number, number, text, is_own: true, reactions: [], ...part }) as Message
const reply = (...messages: Message[]) => ({
  conversation: conversation(messages[0]?.id ?? 0),
  messages,
  next_cursor: null,
})

let server: ReturnType<typeof startTestServer>
/** The newest messages on the server. */
let stored: Message[]

function startTestServer() {
  return startFakeServer({
    getMessages: () => reply(...stored),
    getConversations: () => ({ conversations: [], next_cursor: null }),
    deleteConversation: () => ({}),
    answerMessageRequest: () => ({ message: 'Declined', conversation: conversation(1) }),
  })
}

beforeAll(openBrowser)
afterAll(closeBrowser)
beforeEach(() => {
  signInAs(1)
  stored = [message(1, 'Hello')]
  server = startTestServer()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const messagesKey = messagesQuery(bruno).queryKey
const listKey = conversationsQuery('chats').queryKey
const shownMessages = () => queryClient.getQueryData(messagesKey)?.pages.flatMap(({ messages }) => messages)

/** The page holds the conversation and the list, as after an earlier visit. */
function showConversation() {
  queryClient.setQueryData(messagesKey, { pages: [reply(...stored)], pageParams: [''] } as MessagePages)
  queryClient.setQueryData(listKey, {
    pages: [{ conversations: [conversation(1)], next_cursor: null }],
    pageParams: [''],
  } as InfiniteData<Output<'getConversations'>>)
}
const shownConversations = () => queryClient.getQueryData(listKey)?.pages.flatMap(({ conversations }) => conversations)

const wrapper = ({ children }: PropsWithChildren) =>
  createElement(QueryClientProvider, { client: queryClient }, children)

test('A request that is declined leaves the list at once', async () => {
  showConversation()
  const { result } = renderHook(() => useAnswerMessageRequest(bruno), { wrapper })
  await result.current.mutateAsync('decline')
  expect(server.last()).toEqual({ other_id: bruno, action: 'decline' })
  expect(shownConversations()).toEqual([])
})

test('An answer from before a conversation was deleted does not bring it back', async () => {
  showConversation()
  const { result } = renderHook(() => useDeleteConversation(bruno), { wrapper })
  const answer = server.holdNext('getMessages')
  const caughtUp = catchUp(bruno)
  await result.current.mutateAsync()
  await answer(200, reply(...stored))
  await caughtUp
  expect(shownMessages()).toBeUndefined()
  expect(shownConversations()).toEqual([])
})

test('An answer from before a reaction and a deletion does not undo them', async () => {
  stored = [message(2, 'A mistake'), message(1, 'Hello')]
  showConversation()
  const answer = server.holdNext('getMessages')
  const caughtUp = catchUp(bruno)
  const event = (changed: Message) =>
    onConversationEvent({ other_id: bruno, conversation: conversation(2), messages: [changed] })
  event(message(1, 'Hello', { reactions: [{ reaction: 'heart', is_own: false }] }))
  event(message(2, '', { is_deleted: true }))
  await answer(200, reply(...stored))
  await caughtUp
  expect(shownMessages()).toMatchObject([
    { number: 2, text: '', is_deleted: true },
    { number: 1, reactions: [{ reaction: 'heart' }] },
  ])
})

test('What changes while a conversation is loaded makes it load once more, however much it is', async () => {
  const answer = server.holdNext('getMessages')
  new InfiniteQueryObserver(queryClient, messagesQuery(bruno)).subscribe(() => undefined)
  await settle()
  const before = [...stored]
  for (const number of [2, 3]) {
    const arrived = message(number, `Number ${number}`)
    stored = [arrived, ...stored]
    onConversationEvent({ other_id: bruno, conversation: conversation(number), messages: [arrived] })
  }
  await answer(200, reply(...before))
  await settle()
  expect(shownMessages()?.map(({ number }) => number)).toEqual([3, 2, 1])
  expect(server.names().filter((name) => name === 'getMessages')).toHaveLength(2)
})

test('Messages that follow after a gap are fetched with those between, in one call', async () => {
  showConversation()
  stored = [message(4, 'Four'), message(3, 'Three'), message(2, 'Two'), message(1, 'Hello')]
  const answer = server.holdNext('getMessages')
  for (const number of [3, 4])
    onConversationEvent({ other_id: bruno, conversation: conversation(number), messages: [message(number, 'New')] })
  await settle()
  expect(shownMessages()?.map(({ number }) => number)).toEqual([1])
  await answer(200, reply(...stored))
  await settle()
  expect(shownMessages()?.map(({ number }) => number)).toEqual([4, 3, 2, 1])
  expect(server.names()).toEqual(['getMessages'])
})

test('A conversation that its reader may no longer see leaves the list', async () => {
  showConversation()
  server.refuseNext('getMessages', 404, 'Gone.')
  await catchUp(bruno)
  expect(shownConversations()).toEqual([])
  expect(shownMessages()).toBeUndefined()
})

test('Without a network the messages stay', async () => {
  showConversation()
  server.loseNext('getMessages')
  await catchUp(bruno)
  expect(shownMessages()).toHaveLength(1)
  stored = [message(2, 'Two'), ...stored]
  await catchUp(bruno)
  expect(shownMessages()).toHaveLength(2)
})
