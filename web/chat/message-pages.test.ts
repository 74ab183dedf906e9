import { describe, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import type { Conversation, Message } from '#contract/chat.ts'
import {
  conversationPlacer,
  mergeMessages,
  mergeNewestPage,
  type MessagePages,
  newerConversation,
  withConversation,
  withoutContent,
  withoutMessage,
} from './message-pages.ts'

const message = (number: number, text = `${number}`) => ({ id: number * 10, number, text }) as Message

const conversation = (userId: number, part: Partial<Conversation> = {}) =>
  ({
    user: { id: userId },
    is_request: false,
    unread_count: 0,
    read_up_to: 0,
    other_received_up_to: 0,
    other_read_up_to: 0,
    last_message: null,
    ...part,
  }) as Conversation

const page = (numbers: number[], next_cursor: string | null = null) =>
  ({
    conversation: conversation(1),
    messages: numbers.map((number) => message(number)),
    next_cursor,
  }) as Output<'getMessages'>

const pages = (...all: ReturnType<typeof page>[]): MessagePages => ({
  pages: all,
  pageParams: all.map((_, index) => (index === 0 ? '' : `after ${index}`)),
})

const numbersOf = (data: MessagePages) => data.pages.map(({ messages }) => messages.map(({ number }) => number))

describe('A message that arrives', () => {
  test('is inserted at the top, whatever the order', () => {
    const merged = mergeMessages(pages(page([3, 2], 'c'), page([1])), [message(4), message(5)])
    expect(numbersOf(merged)).toEqual([[5, 4, 3, 2], [1]])
  })

  test('replaces its earlier state on any page', () => {
    const merged = mergeMessages(pages(page([3, 2], 'c'), page([1])), [message(1, 'deleted')])
    expect(numbersOf(merged)).toEqual([[3, 2], [1]])
    expect(merged.pages[1]?.messages[0]?.text).toBe('deleted')
  })

  test('is inserted when it is old but everything is loaded', () => {
    expect(numbersOf(mergeMessages(pages(page([9, 8])), [message(3)]))).toEqual([[9, 8, 3]])
  })

  test('is the first of an empty conversation', () => {
    expect(numbersOf(mergeMessages(pages(page([])), [message(1)]))).toEqual([[1]])
  })

  test('is left to a later page if it is older than the loaded ones', () => {
    expect(numbersOf(mergeMessages(pages(page([9, 8], 'c')), [message(3)]))).toEqual([[9, 8]])
  })
})

describe('A newly fetched first page', () => {
  test('replaces everything when it is also the last', () => {
    const merged = mergeNewestPage(pages(page([4, 3], 'c'), page([2, 1])), page([5, 4]))
    expect(numbersOf(merged)).toEqual([[5, 4]])
    expect(merged.pageParams).toEqual([''])
  })

  test('joins the older messages when it ends right above them', () => {
    const merged = mergeNewestPage(pages(page([2], 'c'), page([1])), page([4, 3], 'd'))
    expect(numbersOf(merged)).toEqual([[4, 3, 2], [1]])
    expect(merged.pages[0]?.next_cursor).toBe('c')
  })

  test('brings its conversation to every page, with marks that only grow', () => {
    const shown = pages(page([2], 'c'), page([1]))
    shown.pages[0]!.conversation = conversation(1, { other_read_up_to: 2 })
    const newest = { ...page([3, 2], 'd'), conversation: conversation(1, { read_up_to: 3, other_read_up_to: 1 }) }
    for (const { conversation: merged } of mergeNewestPage(shown, newest).pages)
      expect(merged).toMatchObject({ read_up_to: 3, other_read_up_to: 2 })
  })

  test('of an empty conversation leaves it empty', () => {
    expect(numbersOf(mergeNewestPage(pages(page([])), page([])))).toEqual([[]])
  })

  test('replaces the newest stretch and keeps older pages', () => {
    const merged = mergeNewestPage(pages(page([4, 3], 'c'), page([2, 1])), page([6, 5, 4, 3], 'd'))
    expect(numbersOf(merged)).toEqual([
      [6, 5, 4, 3],
      [2, 1],
    ])
  })

  test('drops the older pages if there is a gap', () => {
    const merged = mergeNewestPage(pages(page([4, 3], 'c'), page([2, 1])), page([90, 89], 'd'))
    expect(numbersOf(merged)).toEqual([[90, 89]])
    expect(merged.pageParams).toEqual([''])
    expect(merged.pages[0]?.next_cursor).toBe('d')
  })

  test('keeps messages that arrived while it was in flight', () => {
    expect(numbersOf(mergeNewestPage(pages(page([8, 7], 'c')), page([7, 6], 'd')))).toEqual([[8, 7, 6]])
  })

  test('drops a message that was deleted meanwhile', () => {
    expect(numbersOf(mergeNewestPage(pages(page([5, 4, 3, 2, 1])), page([5, 4, 2, 1])))).toEqual([[5, 4, 2, 1]])
  })
})

test('Read marks only grow, and the unread count belongs to the newer one', () => {
  const cached = conversation(1, { read_up_to: 5, unread_count: 0, other_read_up_to: 2 })
  const update = conversation(1, { read_up_to: 3, unread_count: 2, other_read_up_to: 4 })
  expect(newerConversation(update, cached)).toMatchObject({ read_up_to: 5, unread_count: 0, other_read_up_to: 4 })
})

test('A newer read mark brings its unread count, and an unknown conversation is taken as it is', () => {
  const update = conversation(1, { read_up_to: 5, unread_count: 1, other_received_up_to: 1 })
  const cached = conversation(1, { read_up_to: 4, unread_count: 3, other_received_up_to: 2 })
  expect(newerConversation(update, cached)).toMatchObject({ unread_count: 1, other_received_up_to: 2 })
  expect(newerConversation(update, undefined)).toBe(update)
})

test('A message deleted for both keeps its place without its content; one deleted for oneself is gone', () => {
  const shown = { ...message(2), image_url: '/a.jpg', reactions: [{ reaction: 'heart', is_own: true }] } as Message
  expect(withoutContent(shown)).toMatchObject({
    id: 20,
    number: 2,
    text: '',
    image_url: null,
    is_deleted: true,
    reactions: [],
  })
  expect(numbersOf(withoutMessage(pages(page([3, 2], 'c'), page([1])), 10))).toEqual([[3, 2], []])
})

test('A change of the conversation reaches every page', () => {
  const changed = withConversation(pages(page([2], 'c'), page([1])), (cached) => ({ ...cached, unread_count: 4 }))
  expect(changed.pages.map(({ conversation: { unread_count } }) => unread_count)).toEqual([4, 4])
})

describe('A conversation in its list', () => {
  const list = [conversation(1), conversation(2, { last_message: message(1) })]
  const ids = (conversations: Conversation[]) => conversations.map(({ user }) => user.id)

  test('moves to the top with a new message, and leaves other pages', () => {
    const update = conversation(2, { last_message: message(2) })
    const place = conversationPlacer({ update, cached: list[1], isRequests: false })
    expect(ids(place(list, 0))).toEqual([2, 1])
    expect(ids(place(list, 1))).toEqual([1])
  })

  test('keeps its place when only its marks change', () => {
    const update = conversation(2, { last_message: message(1), other_read_up_to: 1 })
    const placed = conversationPlacer({ update, cached: list[1], isRequests: false })(list, 0)
    expect(ids(placed)).toEqual([1, 2])
    expect(placed[1]?.other_read_up_to).toBe(1)
  })

  test('leaves the list that it does not belong to', () => {
    const update = conversation(2, { is_request: true, last_message: message(2) })
    expect(ids(conversationPlacer({ update, cached: list[1], isRequests: false })(list, 0))).toEqual([1])
  })

  test('comes to the top of the requests with its first message, once', () => {
    const update = conversation(3, { is_request: true, last_message: message(1) })
    const place = conversationPlacer({ update, cached: undefined, isRequests: true })
    expect(ids(place(list, 0))).toEqual([3, 1, 2])
    expect(ids(place(list, 1))).toEqual([1, 2])
  })

  test('stays, without a last message, when that was deleted', () => {
    const update = conversation(2)
    expect(ids(conversationPlacer({ update, cached: list[1], isRequests: false })(list, 0))).toEqual([1, 2])
  })

  test('does not appear before its first message', () => {
    expect(ids(conversationPlacer({ update: conversation(3), cached: undefined, isRequests: false })(list, 0))).toEqual(
      [1, 2],
    )
  })
})
