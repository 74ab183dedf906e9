import { useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { Conversation, Message } from '#contract/chat.ts'
import type { Reaction } from '#contract/reactions.ts'
import { receivedConversationsLimit } from '#contract/limits.ts'
import type { LiveEvents } from '#contract/live.ts'
import { call } from '#web/platform/api.ts'
import { ApiError, errorMessage, isGone } from '#web/platform/api-errors.ts'
import { changeData, changePages } from '#web/platform/change-data.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'
import { setChatCounts } from './chat-counts.api.ts'
import { chatText } from './chat.text.ts'
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
import { setTyping } from './typing.api.ts'

const conversationPageSize = 20
const messagePageSize = 30

export type Folder = NonNullable<Input<'getConversations'>['folder']>

export const conversationsQuery = (folder: Folder) =>
  cursorQuery(
    ['chat', 'getConversations', folder],
    'getConversations',
    { folder, limit: conversationPageSize },
    {
      toPage: (page) => {
        setChatCounts(page)
        return page
      },
      staleTime: 0,
      refetchOnReconnect: false,
    },
  )

const messagesKey = ['chat', 'getMessages']

/** The conversation with a user, newest messages first. Live events keep it current; `catchUp` fetches missed ones. */
export const messagesQuery = (otherId: number) =>
  cursorQuery(
    [...messagesKey, otherId],
    'getMessages',
    { other_id: otherId, limit: messagePageSize },
    { staleTime: Infinity, refetchOnReconnect: false },
  )

const folders = ['chats', 'requests'] as const satisfies Folder[]

const changeConversations = (
  folder: Folder,
  change: (conversations: Conversation[], pageIndex: number) => Conversation[],
) => changePages({ queryKey: conversationsQuery(folder).queryKey }, 'conversations', change)

type MessagesChange = (data: MessagePages) => MessagePages

/** Fetches of missed messages that are in flight, by user, and the changes made meanwhile: the reply may be older. */
const catchingUp = new Map<number, { fetched: Promise<void>; changes: MessagesChange[] }>()

function changeMessages(otherId: number, change: MessagesChange) {
  catchingUp.get(otherId)?.changes.push(change)
  changeData<MessagePages>({ queryKey: messagesQuery(otherId).queryKey }, change)
}

const cachedMessages = (otherId: number) =>
  queryClient.getQueryData(messagesQuery(otherId).queryKey)?.pages.flatMap(({ messages }) => messages)

const invalidateConversationLists = () => queryClient.invalidateQueries({ queryKey: ['chat', 'getConversations'] })

/** Puts an updated conversation into the cached lists. */
function updateLists(update: Conversation) {
  for (const folder of folders) {
    const { queryKey } = conversationsQuery(folder)
    const pages = queryClient.getQueryData(queryKey)?.pages ?? []
    const cached = pages.flatMap(({ conversations }) => conversations).find(({ user }) => user.id === update.user.id)
    // Only the server can decide whether a new request was declined before and must stay hidden.
    if (!cached && update.is_request && folder === 'requests') void queryClient.invalidateQueries({ queryKey })
    else changeConversations(folder, conversationPlacer({ update, cached, isRequests: folder === 'requests' }))
  }
}

function updateConversation(update: Conversation) {
  updateLists(update)
  changeMessages(update.user.id, (data) => withConversation(data, (cached) => newerConversation(update, cached)))
}

function patchConversation(otherId: number, patch: Partial<Conversation>) {
  for (const folder of folders)
    changeConversations(folder, (all) => all.map((one) => (one.user.id === otherId ? { ...one, ...patch } : one)))
  changeMessages(otherId, (data) => withConversation(data, (cached) => ({ ...cached, ...patch })))
}

const removeFromLists = (otherId: number) => {
  for (const folder of folders)
    changeConversations(folder, (conversations) => conversations.filter(({ user }) => user.id !== otherId))
}

async function fetchNewest(otherId: number, changes: MessagesChange[]) {
  try {
    const newest = await call('getMessages', { other_id: otherId, limit: messagePageSize })
    // Deleted or closed meanwhile: the reply may be older, and would put the conversation back into the list.
    if (!cachedMessages(otherId)) return
    const merge: MessagesChange = (data) => mergeNewestPage(data, newest)
    for (const change of [merge, ...changes]) changeMessages(otherId, change)
    updateLists(newest.conversation)
  } catch (error) {
    // Without a network the cached messages stay; the next event stream triggers another attempt.
    if (isGone(error)) closeConversation(otherId)
  } finally {
    catchingUp.delete(otherId)
  }
}

/** Fetches the messages that a cached conversation has missed. */
export function catchUp(otherId: number): Promise<void> {
  const inFlight = catchingUp.get(otherId)
  if (inFlight) return inFlight.fetched
  const changes: MessagesChange[] = []
  const fetched = fetchNewest(otherId, changes)
  catchingUp.set(otherId, { fetched, changes })
  return fetched
}

/** Removes a conversation that the viewer may no longer see. If it is open, its page shows an error. */
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

const isActive = (queryKey: readonly unknown[]) => queryClient.getQueryCache().find({ queryKey })?.isActive() === true

/** Applies an update of one conversation. */
export function onConversationEvent({ other_id, conversation, messages }: LiveEvents['conversation']) {
  if (!conversation) return closeConversation(other_id)
  const receivedUpTo = Math.max(0, ...messages.filter(({ is_own }) => !is_own).map(({ number }) => number))
  if (receivedUpTo > 0) {
    setTyping(other_id, false)
    acknowledgeReceived([[other_id, receivedUpTo]])
  }
  updateConversation(conversation)
  const cached = cachedMessages(other_id)
  if (!cached) {
    // The conversation was closed while its page was open, and exists again; or it is being loaded.
    const { queryKey } = messagesQuery(other_id)
    if (isActive(queryKey)) void queryClient.invalidateQueries({ queryKey })
    return
  }
  const newestNumber = Math.max(0, ...cached.map(({ number }) => number))
  const hasGap = messages.length > 0 && messages.every(({ number }) => number > newestNumber + 1)
  if (hasGap) void catchUp(other_id)
  else changeMessages(other_id, (data) => mergeMessages(data, messages))
}

/** Adds a message that the server has accepted. */
export function addSentMessage({ message, conversation }: Pick<Output<'sendMessage'>, 'message' | 'conversation'>) {
  onConversationEvent({ other_id: conversation.user.id, conversation, messages: [message] })
}

/**
 * Sends the server the numbers of the messages that have reached this device. If the call fails, the next event stream
 * lists them again.
 */
function acknowledgeReceived(received: [otherId: number, upTo: number][]) {
  const pairs = received.slice(0, receivedConversationsLimit).map((pair) => pair.join(':'))
  call('markMessagesReceived', { received: pairs.join(',') }).catch(() => undefined)
}

/** Updates the counts. The first event of a stream also lists what has arrived since the last one. */
export function onChatEvent({ arrived, ...counts }: LiveEvents['chat']) {
  setChatCounts(counts)
  if (!arrived) return
  if (arrived.length > 0) acknowledgeReceived(arrived)
  void invalidateConversationLists()
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: messagesKey, type: 'active' })) {
    if (state.data !== undefined) void catchUp(Number(queryKey.at(-1)))
    else if (state.fetchStatus === 'fetching') void queryClient.invalidateQueries({ queryKey })
  }
}

/** Marks messages as read. Rejects if the call fails; the caller repeats it with the next message. */
export async function markMessagesRead(otherId: number, upTo: number) {
  setChatCounts(await call('markMessagesRead', { other_id: otherId, up_to: upTo }))
  patchConversation(otherId, { read_up_to: upTo, unread_count: 0 })
}

/** Shows the viewer's reaction at once; null takes it back. A failure shows the message as it was. */
export async function reactToMessage(otherId: number, message: Message, reaction: Reaction | null) {
  const others = message.reactions.filter(({ is_own }) => !is_own)
  const reactions = reaction === null ? others : [...others, { reaction, is_own: true }]
  const show = (shown: Message) => changeMessages(otherId, (data) => mergeMessages(data, [shown]))
  show({ ...message, reactions })
  try {
    await call('reactToMessage', { message_id: message.id, reaction: reaction ?? '' })
  } catch (error) {
    show(message)
    showToast(errorMessage(error), 'danger')
  }
}

type Deletion = { message: Message; scope: Input<'deleteMessage'>['scope'] }

export const useDeleteMessage = (otherId: number) =>
  useMutation({
    mutationFn: ({ message, scope }: Deletion) => call('deleteMessage', { message_id: message.id, scope }),
    onSuccess: (_done, { message, scope }) => {
      if (scope === 'both') changeMessages(otherId, (data) => mergeMessages(data, [withoutContent(message)]))
      else changeMessages(otherId, (data) => withoutMessage(data, message.id))
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
      if (action === 'accept') {
        updateConversation(conversation)
        // Pictures become visible with the acceptance.
        void catchUp(otherId)
      } else removeFromLists(otherId)
      void invalidateConversationLists()
      showToast(message)
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })
