import { type InfiniteData, infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { Conversation, Message } from '#contract/chat.ts'
import type { LiveEvents } from '#contract/live.ts'
import { receivedConversationsLimit } from '#contract/limits.ts'
import { call } from '#web/platform/api.ts'
import { ApiError, isGone, errorMessage } from '#web/platform/api-errors.ts'
import { changeData } from '#web/platform/change-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'
import { chatText } from './chat.text.ts'
import { setTyping } from './typing.api.ts'
import { setChatCounts } from './chat-counts.api.ts'

const conversationsPage = 20
const messagesPage = 30

export type Folder = NonNullable<Input<'getConversations'>['folder']>

export const conversationsQuery = (folder: Folder) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'getConversations', folder],
    queryFn: async ({ pageParam, signal }) => {
      const page = await call(
        'getConversations',
        { folder, limit: conversationsPage, ...(pageParam && { cursor: pageParam }) },
        signal,
      )
      setChatCounts(page)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
    refetchOnReconnect: false,
  })

/** The conversation with somebody; newest first. What happens in it is told, and what was missed `catchUp` fetches. */
export const messagesQuery = (otherId: number) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'getMessages', otherId],
    queryFn: ({ pageParam, signal }) =>
      call('getMessages', { other_id: otherId, limit: messagesPage, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

type ConversationPages = InfiniteData<Output<'getConversations'>>
type MessagePages = InfiniteData<Output<'getMessages'>>

const folders = ['chats', 'requests'] as const satisfies Folder[]

const changeConversations = (folder: Folder, change: (conversations: Conversation[], page: number) => Conversation[]) =>
  changeData<ConversationPages>({ queryKey: conversationsQuery(folder).queryKey }, (data) => ({
    ...data,
    pages: data.pages.map((page, index) => ({ ...page, conversations: change(page.conversations, index) })),
  }))

const changeMessages = (otherId: number, change: (data: MessagePages) => MessagePages) =>
  changeData<MessagePages>({ queryKey: messagesQuery(otherId).queryKey }, change)

const newestFirst = (messages: Message[]) => messages.toSorted((one, other) => other.number - one.number)

const knownMessages = (otherId: number) =>
  queryClient.getQueryData(messagesQuery(otherId).queryKey)?.pages.flatMap(({ messages }) => messages)

/** What is told may be older than what is known; these numbers only grow. */
function newer(told: Conversation, known: Conversation | undefined): Conversation {
  if (!known) return told
  return {
    ...told,
    unread_count: known.read_up_to > told.read_up_to ? known.unread_count : told.unread_count,
    read_up_to: Math.max(told.read_up_to, known.read_up_to),
    other_received_up_to: Math.max(told.other_received_up_to, known.other_received_up_to),
    other_read_up_to: Math.max(told.other_read_up_to, known.other_read_up_to),
  }
}

/** Puts what is known of a conversation into its list; with a new message it moves to the top. */
function putInLists(told: Conversation) {
  const isOther = ({ user }: Conversation) => user.id !== told.user.id
  for (const folder of folders) {
    const pages = queryClient.getQueryData(conversationsQuery(folder).queryKey)?.pages ?? []
    const known = pages.flatMap(({ conversations }) => conversations).find(({ user }) => user.id === told.user.id)
    // Whether somebody new stands among the requests, and was not declined before, the server knows.
    if (!known && told.is_request && folder === 'requests') {
      void queryClient.invalidateQueries({ queryKey: conversationsQuery(folder).queryKey })
      continue
    }
    const belongs = told.is_request === (folder === 'requests') && (known !== undefined || told.last_message !== null)
    const stays = known !== undefined && (told.last_message?.id ?? 0) <= (known.last_message?.id ?? 0)
    changeConversations(folder, (conversations, page) => {
      if (!belongs) return conversations.filter(isOther)
      if (stays) return conversations.map((one) => (isOther(one) ? one : newer(told, one)))
      const others = conversations.filter(isOther)
      return page === 0 ? [newer(told, known), ...others] : others
    })
  }
}

function putConversation(told: Conversation) {
  putInLists(told)
  changeMessages(told.user.id, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, conversation: newer(told, page.conversation) })),
  }))
}

function patchConversation(otherId: number, patch: Partial<Conversation>) {
  for (const folder of folders)
    changeConversations(folder, (all) => all.map((one) => (one.user.id === otherId ? { ...one, ...patch } : one)))
  changeMessages(otherId, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, conversation: { ...page.conversation, ...patch } })),
  }))
}

/** Puts messages in the place of what they were, and new ones where they belong. */
const putMessages = (otherId: number, told: Message[]) =>
  changeMessages(otherId, (data) => {
    const byId = new Map(told.map((message) => [message.id, message]))
    const known = new Set(data.pages.flatMap(({ messages }) => messages.map(({ id }) => id)))
    const last = data.pages.at(-1)
    // What is older than the pages go so far comes with a page of its own.
    const oldest = last?.next_cursor == null ? 0 : (last.messages.at(-1)?.number ?? 0)
    const added = told.filter(({ id, number }) => !known.has(id) && number > oldest)
    return {
      ...data,
      pages: data.pages.map((page, index) => {
        const messages = page.messages.map((message) => byId.get(message.id) ?? message)
        return { ...page, messages: index === 0 ? newestFirst([...messages, ...added]) : messages }
      }),
    }
  })

/** The newest page as it is now, in the place of what was known of its stretch; if there is a gap before it, of all. */
function withNewest(data: MessagePages, newest: Output<'getMessages'>): MessagePages {
  const all = data.pages.flatMap(({ messages }) => messages)
  const from = newest.next_cursor === null ? 0 : (newest.messages.at(-1)?.number ?? 0)
  const to = newest.messages[0]?.number ?? 0
  const isFar = !all.some(({ number }) => number >= from - 1)
  const conversation = data.pages[0] ? newer(newest.conversation, data.pages[0].conversation) : newest.conversation
  // Told while the page was on its way.
  const newerOnes = all.filter(({ number }) => number > to)
  const first = { ...newest, conversation, messages: newestFirst([...newerOnes, ...newest.messages]) }
  if (isFar || newest.next_cursor === null) return { pages: [first], pageParams: [''] }
  const pages = data.pages.map((page) => ({
    ...page,
    conversation,
    messages: page.messages.filter(({ number }) => number < from),
  }))
  const [begun, ...older] = pages
  if (!begun) return data
  return { ...data, pages: [{ ...begun, messages: [...first.messages, ...begun.messages] }, ...older] }
}

const catchingUp = new Map<number, Promise<void>>()

async function fetchNewest(otherId: number) {
  try {
    const newest = await call('getMessages', { other_id: otherId, limit: messagesPage })
    changeMessages(otherId, (data) => withNewest(data, newest))
    putInLists(newest.conversation)
  } catch (error) {
    // Without a network what is there stays; the next stream asks again.
    if (isGone(error)) closeConversation(otherId)
  } finally {
    catchingUp.delete(otherId)
  }
}

/** Fetches what was missed of a conversation that was open before. */
export function catchUp(otherId: number): Promise<void> {
  const underWay = catchingUp.get(otherId) ?? fetchNewest(otherId)
  catchingUp.set(otherId, underWay)
  return underWay
}

/** It is no longer there for the viewer: an open page says so, and the lists are without it. */
export function closeConversation(otherId: number) {
  removeFromLists(otherId)
  const { queryKey } = messagesQuery(otherId)
  void queryClient.cancelQueries({ queryKey, exact: true }, { revert: false, silent: true })
  const query = queryClient.getQueryCache().find({ queryKey })
  query?.setState({
    data: undefined,
    status: 'error',
    fetchStatus: 'idle',
    error: new ApiError(404, chatText.unavailable),
  })
}

const removeFromLists = (otherId: number) => {
  for (const folder of folders)
    changeConversations(folder, (conversations) => conversations.filter(({ user }) => user.id !== otherId))
}

const isActive = (queryKey: readonly unknown[]) => queryClient.getQueryCache().find({ queryKey })?.isActive() === true

/** Something moved between the viewer and somebody. */
export function onConversationEvent({ other_id, conversation, messages }: LiveEvents['conversation']) {
  if (!conversation) return closeConversation(other_id)
  const arrived = Math.max(0, ...messages.filter(({ is_own }) => !is_own).map(({ number }) => number))
  if (arrived > 0) {
    setTyping(other_id, false)
    acknowledgeReceived([[other_id, arrived]])
  }
  putConversation(conversation)
  const known = knownMessages(other_id)
  if (!known) {
    // It was closed while it was open, and is there again.
    if (isActive(messagesQuery(other_id).queryKey))
      void queryClient.invalidateQueries({ queryKey: messagesQuery(other_id).queryKey })
    return
  }
  const newest = Math.max(0, ...known.map(({ number }) => number))
  const isGap = messages.length > 0 && messages.every(({ number }) => number > newest + 1)
  if (isGap) void catchUp(other_id)
  else putMessages(other_id, messages)
}

/** A message has arrived at the server. */
export function putSentMessage({ message, conversation }: Pick<Output<'sendMessage'>, 'message' | 'conversation'>) {
  onConversationEvent({ other_id: conversation.user.id, conversation, messages: [message] })
}

type Arrived = [otherId: number, upTo: number][]

/** What the server does not learn now, the next stream tells of again. */
function acknowledgeReceived(arrived: Arrived) {
  const received = arrived
    .slice(0, receivedConversationsLimit)
    .map((pair) => pair.join(':'))
    .join(',')
  call('markMessagesReceived', { received }).catch(() => undefined)
}

/** How many wait; as a stream begins, also what has come since the last. */
export function onChatEvent({ arrived, ...waiting }: LiveEvents['chat']) {
  setChatCounts(waiting)
  if (!arrived) return
  if (arrived.length > 0) acknowledgeReceived(arrived)
  void queryClient.invalidateQueries({ queryKey: ['chat', 'getConversations'] })
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['chat', 'getMessages'] })) {
    const otherId = query.queryKey[2]
    if (query.isActive() && query.state.data !== undefined && typeof otherId === 'number') void catchUp(otherId)
  }
}

/** Says that messages were read. It is shown at once: if the server does not learn of it, the next message says it again. */
export async function markMessagesRead(otherId: number, upTo: number) {
  setChatCounts(await call('markMessagesRead', { other_id: otherId, up_to: upTo }))
  patchConversation(otherId, { read_up_to: upTo, unread_count: 0 })
}

const invalidateConversationLists = () => queryClient.invalidateQueries({ queryKey: ['chat', 'getConversations'] })

type Deletion = { message: Message; scope: Input<'deleteMessage'>['scope'] }
const emptied = {
  text: '',
  image_url: null,
  image_width: null,
  image_height: null,
  image_thumbhash: null,
  shares_post: false,
  post: null,
  is_deleted: true,
} as const

export const useDeleteMessage = (otherId: number) =>
  useMutation({
    mutationFn: ({ message, scope }: Deletion) => call('deleteMessage', { message_id: message.id, scope }),
    onSuccess: (_done, { message, scope }) => {
      if (scope === 'both') putMessages(otherId, [{ ...message, ...emptied }])
      else
        changeMessages(otherId, (data) => ({
          ...data,
          pages: data.pages.map((page) => ({ ...page, messages: page.messages.filter(({ id }) => id !== message.id) })),
        }))
      void invalidateConversationLists()
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

export const useDeleteConversation = (otherId: number) =>
  useMutation({
    mutationFn: () => call('deleteConversation', { other_id: otherId }),
    onSuccess: () => {
      removeFromLists(otherId)
      queryClient.removeQueries({ queryKey: messagesQuery(otherId).queryKey })
      void invalidateConversationLists()
      showToast(chatText.conversationDeleted)
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

export const useAnswerMessageRequest = (otherId: number) =>
  useMutation({
    mutationFn: (action: Input<'answerMessageRequest'>['action']) =>
      call('answerMessageRequest', { other_id: otherId, action }),
    onSuccess: ({ message, conversation }, action) => {
      if (action === 'accept') putConversation(conversation)
      else removeFromLists(otherId)
      // Pictures come with the acceptance.
      if (action === 'accept') void catchUp(otherId)
      void invalidateConversationLists()
      showToast(message)
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })
