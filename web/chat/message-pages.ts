import type { InfiniteData } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import type { Conversation, Message } from '#contract/chat.ts'

// Merges live updates into cached pages. Pure functions: `chat.api.ts` applies them to the cache.

export type MessagePages = InfiniteData<Output<'getMessages'>>

const newestFirst = (messages: Message[]) => messages.toSorted((one, other) => other.number - one.number)

/**
 * Returns the newer of two states of a conversation. An update may be older than the cache; these numbers only grow.
 */
export function newerConversation(update: Conversation, cached: Conversation | undefined): Conversation {
  if (!cached) return update
  return {
    ...update,
    unread_count: cached.read_up_to > update.read_up_to ? cached.unread_count : update.unread_count,
    read_up_to: Math.max(update.read_up_to, cached.read_up_to),
    other_received_up_to: Math.max(update.other_received_up_to, cached.other_received_up_to),
    other_read_up_to: Math.max(update.other_read_up_to, cached.other_read_up_to),
  }
}

type FolderUpdate = {
  update: Conversation
  /** The same conversation as the list holds it. */
  cached: Conversation | undefined
  /** Whether the list is the one of message requests. */
  isRequests: boolean
}

/**
 * Returns a function that puts an updated conversation into one page of a list. With a new message it moves to the top
 * of the first page; if it belongs to the other list, it is removed.
 */
export function conversationPlacer({ update, cached, isRequests }: FolderUpdate) {
  const isOther = ({ user }: Conversation) => user.id !== update.user.id
  const belongsHere = update.is_request === isRequests && (cached !== undefined || update.last_message !== null)
  const keepsPlace = cached !== undefined && (update.last_message?.id ?? 0) <= (cached.last_message?.id ?? 0)
  return (conversations: Conversation[], pageIndex: number): Conversation[] => {
    if (!belongsHere) return conversations.filter(isOther)
    if (keepsPlace) return conversations.map((one) => (isOther(one) ? one : newerConversation(update, one)))
    const others = conversations.filter(isOther)
    return pageIndex === 0 ? [newerConversation(update, cached), ...others] : others
  }
}

/** Replaces cached messages and inserts new ones. Messages older than the loaded pages are left to a later page. */
export function mergeMessages(data: MessagePages, updates: Message[]): MessagePages {
  const byId = new Map(updates.map((message) => [message.id, message]))
  const cachedIds = new Set(data.pages.flatMap(({ messages }) => messages.map(({ id }) => id)))
  const last = data.pages.at(-1)
  const oldestNumber = last?.next_cursor == null ? 0 : (last.messages.at(-1)?.number ?? 0)
  const added = updates.filter(({ id, number }) => !cachedIds.has(id) && number > oldestNumber)
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      const messages = page.messages.map((message) => byId.get(message.id) ?? message)
      return { ...page, messages: index === 0 ? newestFirst([...messages, ...added]) : messages }
    }),
  }
}

/**
 * Replaces the newest stretch of the cached messages by a newly fetched first page. If there is a gap between the two,
 * the older pages are dropped.
 */
export function mergeNewestPage(data: MessagePages, newest: Output<'getMessages'>): MessagePages {
  const cached = data.pages.flatMap(({ messages }) => messages)
  const from = newest.next_cursor === null ? 0 : (newest.messages.at(-1)?.number ?? 0)
  const to = newest.messages[0]?.number ?? 0
  const conversation = newerConversation(newest.conversation, data.pages[0]?.conversation)
  // Live events may have brought messages while the page was in flight.
  const newerMessages = cached.filter(({ number }) => number > to)
  const messages = newestFirst([...newerMessages, ...newest.messages])
  const hasGap = !cached.some(({ number }) => number >= from - 1)
  if (hasGap || newest.next_cursor === null) return { pages: [{ ...newest, conversation, messages }], pageParams: [''] }
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      const older = page.messages.filter(({ number }) => number < from)
      return { ...page, conversation, messages: index === 0 ? [...messages, ...older] : older }
    }),
  }
}

/** Applies a change to the conversation that every page of messages carries. */
export const withConversation = (
  data: MessagePages,
  change: (conversation: Conversation) => Conversation,
): MessagePages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, conversation: change(page.conversation) })),
})

const emptyContent = {
  text: '',
  image_url: null,
  image_width: null,
  image_height: null,
  image_thumbhash: null,
  image_alt: null,
  video_url: null,
  shares_post: false,
  post: null,
  reply: null,
  is_deleted: true,
} as const

/** Returns a message as it stays after its author has deleted it for both. */
export const withoutContent = (message: Message): Message => ({ ...message, ...emptyContent, reactions: [] })

/** Removes a message that the viewer has deleted for themself. */
export const withoutMessage = (data: MessagePages, messageId: number): MessagePages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, messages: page.messages.filter(({ id }) => id !== messageId) })),
})
