import type { Message } from '#contract/chat.ts'
import type { PendingMessage } from '#web/chat/compose/pending-messages.ts'

/** Of a message and of what will be one, while it is sent and afterwards: the same key. */
export type ThreadItem = { key: string; at: Date; isOwn: boolean } & (
  | { message: Message; pending?: never }
  | { pending: PendingMessage; message?: never }
)

/** Milliseconds after which somebody who goes on writing begins anew. */
const groupingGapMs = 5 * 60_000

const messageItem = (message: Message): ThreadItem => ({
  key: message.client_id ?? String(message.id),
  at: new Date(message.created_at),
  isOwn: message.is_own,
  message,
})

const pendingItem = (written: PendingMessage): ThreadItem => ({
  key: written.client_id,
  at: new Date(written.written_at),
  isOwn: true,
  pending: written,
})

/** Messages, the oldest first, and behind them what waits to be sent. */
export function threadItems(messages: Message[], written: PendingMessage[]): ThreadItem[] {
  const sent = new Set(messages.map(({ client_id }) => client_id))
  return [
    ...messages.toSorted((one, other) => one.number - other.number).map(messageItem),
    ...written.filter(({ client_id }) => !sent.has(client_id)).map(pendingItem),
  ]
}

/** What the other wrote from that number on. */
export const isIncomingFrom =
  (number: number) =>
  ({ message }: ThreadItem) =>
    message !== undefined && !message.is_own && message.number >= number

/** Whether a line goes on where the one before it ends. */
export const continuesGroup = (line: ThreadItem, before: ThreadItem | undefined) =>
  before !== undefined && before.isOwn === line.isOwn && line.at.getTime() - before.at.getTime() < groupingGapMs
