import type { chatCalls } from '#contract/chat.ts'
import type { Database } from '#server/database/connect.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import {
  answerRequest,
  deleteConversation,
  deleteForBoth,
  deleteForOneself,
  readMessages,
  receiveMessages,
  sendMessage,
  sendTyping,
} from './chat.actions.ts'
import {
  countConversations,
  findConversation,
  findConversations,
  findMessages,
  findMessagesByNumber,
} from './chat.queries.ts'
import { chatText } from './chat.text.ts'
import { viewConversation, viewMessage } from './chat.views.ts'

type ChatContext = { db: Database; pictures: PictureStore; jobs: JobQueue }

const requestStatusOf = { chats: 'accepted', requests: 'pending' } as const

/** Throws a Refusal 404. */
async function openConversation(db: Database, viewerId: number, otherId: number) {
  const conversation = await findConversation(db, viewerId, otherId)
  if (!conversation) throw notFound()
  return viewConversation(conversation)
}

export const chatRoutes = (house: ChatContext): Pick<Handlers, keyof typeof chatCalls> => {
  const { db } = house
  return {
    async getConversations({ folder, ...request }, { viewer }) {
      const rows = await findConversations(db, viewer.id, requestStatusOf[folder], ...readPage(request))
      const { page, next_cursor } = cutPage(rows, request.limit, ({ position }) => position)
      return {
        success: true,
        conversations: page.map(viewConversation),
        ...(await countConversations(db, viewer.id)),
        next_cursor,
      }
    },

    async getMessages({ other_id, ...request }, { viewer }) {
      const conversation = await openConversation(db, viewer.id, other_id)
      const { page, next_cursor } = cutPage(
        await findMessages(db, viewer.id, other_id, ...readPage(request)),
        request.limit,
        ({ number }) => number,
      )
      return { success: true, conversation, messages: page.map(viewMessage), next_cursor }
    },

    async sendMessage({ other_id, client_id, text, image, post_id }, { viewer }) {
      const number = await sendMessage(house, viewer.id, {
        otherId: other_id,
        clientId: client_id,
        text,
        image: image || null,
        postId: post_id || null,
      })
      const [message] = await findMessagesByNumber(db, viewer.id, other_id, [number])
      if (!message) throw notFound()
      return {
        success: true,
        message: viewMessage(message),
        conversation: await openConversation(db, viewer.id, other_id),
      }
    },

    async deleteMessage({ message_id, scope }, { viewer }) {
      await (scope === 'both'
        ? deleteForBoth(house, viewer.id, message_id)
        : deleteForOneself(db, viewer.id, message_id))
      return { success: true, message: chatText.deleted }
    },

    async deleteConversation({ other_id }, { viewer }) {
      await deleteConversation(db, viewer.id, other_id)
      return { success: true, message: chatText.conversationDeleted }
    },

    async answerMessageRequest({ other_id, action }, { viewer }) {
      await answerRequest(db, viewer.id, other_id, action === 'accept')
      return {
        success: true,
        message: action === 'accept' ? chatText.accepted : chatText.declined,
        conversation: await openConversation(db, viewer.id, other_id),
      }
    },

    async markMessagesReceived({ received }, { viewer }) {
      await receiveMessages(db, viewer.id, received)
      return { success: true, message: chatText.received }
    },

    async markMessagesRead({ other_id, up_to }, { viewer }) {
      await readMessages(db, viewer.id, other_id, up_to)
      return { success: true, message: chatText.read, ...(await countConversations(db, viewer.id)) }
    },

    async sendTyping({ other_id }, { viewer }) {
      await sendTyping(db, viewer.id, other_id)
      return { success: true, message: chatText.typing }
    },
  }
}
