import type { chatCalls } from '#contract/chat.ts'
import type { Database } from '#server/database/connect.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import { chatText } from './chat.text.ts'
import { viewConversation, viewMessage } from './chat.views.ts'
import {
  answerRequest,
  deleteConversation,
  readMessages,
  receiveMessages,
  sendTyping,
} from './conversations.actions.ts'
import { countConversations, findConversation, findConversations } from './conversations.queries.ts'
import {
  deleteForBoth,
  deleteForOneself,
  reactToMessage,
  type SendingContext,
  sendMessage,
} from './messages.actions.ts'
import { findMessages, findMessagesByNumber } from './messages.queries.ts'

const requestStatusOf = { chats: 'accepted', requests: 'pending' } as const

/** Throws a Refusal 404. */
async function loadConversation(db: Database, viewerId: number, otherId: number) {
  const conversation = await findConversation(db, viewerId, otherId)
  if (!conversation) throw notFound()
  return viewConversation(conversation)
}

export function chatRoutes(context: SendingContext): Pick<Handlers, keyof typeof chatCalls> {
  const { db } = context
  return {
    async getConversations({ folder, ...request }, { viewer }) {
      const rows = await findConversations(db, {
        viewerId: viewer.id,
        requestStatus: requestStatusOf[folder],
        ...readPage(request),
      })
      const { page, next_cursor } = cutPage(rows, request.limit, ({ position }) => position)
      const counts = await countConversations(db, viewer.id)
      return { success: true, conversations: page.map(viewConversation), ...counts, next_cursor }
    },

    async getMessages({ other_id, ...request }, { viewer }) {
      const conversation = await loadConversation(db, viewer.id, other_id)
      const rows = await findMessages(db, { viewerId: viewer.id, otherId: other_id, ...readPage(request) })
      const { page, next_cursor } = cutPage(rows, request.limit, ({ number }) => number)
      return { success: true, conversation, messages: page.map(viewMessage), next_cursor }
    },

    async sendMessage(
      { other_id, client_id, text, image, image_alt, picture_id, post_id, reply_to },
      { viewer, signal },
    ) {
      const number = await sendMessage(context, {
        senderId: viewer.id,
        otherId: other_id,
        clientId: client_id,
        text,
        image: image || null,
        imageAlt: image_alt,
        pictureId: picture_id || null,
        postId: post_id || null,
        replyTo: reply_to || null,
        signal,
      })
      const message = await findMessagesByNumber.first(db, viewer.id, other_id, [number])
      if (!message) throw notFound()
      const conversation = await loadConversation(db, viewer.id, other_id)
      return { success: true, message: viewMessage(message), conversation }
    },

    async reactToMessage({ message_id, reaction }, { viewer }) {
      await reactToMessage(context, { viewerId: viewer.id, messageId: message_id, reaction: reaction || null })
      return { success: true, message: chatText.reacted }
    },

    async deleteMessage({ message_id, scope }, { viewer }) {
      const deleteMessage = scope === 'both' ? deleteForBoth : deleteForOneself
      await deleteMessage(context, { viewerId: viewer.id, messageId: message_id })
      return { success: true, message: chatText.deleted }
    },

    async deleteConversation({ other_id }, { viewer }) {
      await deleteConversation(context, { viewerId: viewer.id, otherId: other_id })
      return { success: true, message: chatText.conversationDeleted }
    },

    async answerMessageRequest({ other_id, action }, { viewer }) {
      const accept = action === 'accept'
      await answerRequest(context, { viewerId: viewer.id, otherId: other_id, accept })
      const conversation = await loadConversation(db, viewer.id, other_id)
      return { success: true, message: accept ? chatText.accepted : chatText.declined, conversation }
    },

    async markMessagesReceived({ received }, { viewer }) {
      await receiveMessages(context, { viewerId: viewer.id, received })
      return { success: true, message: chatText.received }
    },

    async markMessagesRead({ other_id, up_to }, { viewer }) {
      await readMessages(context, { viewerId: viewer.id, otherId: other_id, upTo: up_to })
      return { success: true, message: chatText.read, ...(await countConversations(db, viewer.id)) }
    },

    async sendTyping({ other_id }, { viewer }) {
      await sendTyping(context, { viewerId: viewer.id, otherId: other_id })
      return { success: true, message: chatText.typing }
    },
  }
}
