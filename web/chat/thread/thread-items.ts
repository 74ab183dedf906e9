import type { Message } from '#contract/chat.ts'
import type { Written } from '#web/chat/compose/outbox-store.ts'

/** Of a message and of what will be one, while it is sent and afterwards: the same key. */
export type Line = { key: string; at: Date; isOwn: boolean } & (
  | { message: Message; written?: never }
  | { written: Written; message?: never }
)

/** Milliseconds after which somebody who goes on writing begins anew. */
const breath = 5 * 60_000

const lineOf = (message: Message): Line => ({
  key: message.client_id ?? String(message.id),
  at: new Date(message.created_at),
  isOwn: message.is_own,
  message,
})

const pendingLine = (written: Written): Line => ({
  key: written.client_id,
  at: new Date(written.written_at),
  isOwn: true,
  written,
})

/** Messages, the oldest first, and behind them what waits to be sent. */
export function linesOf(messages: Message[], written: Written[]): Line[] {
  const sent = new Set(messages.map(({ client_id }) => client_id))
  return [
    ...messages.toSorted((one, other) => one.number - other.number).map(lineOf),
    ...written.filter(({ client_id }) => !sent.has(client_id)).map(pendingLine),
  ]
}

/** What the other wrote from that number on. */
export const isNewFrom =
  (number: number) =>
  ({ message }: Line) =>
    message !== undefined && !message.is_own && message.number >= number

/** Whether a line goes on where the one before it ends. */
export const goesOn = (line: Line, before: Line | undefined) =>
  before !== undefined && before.isOwn === line.isOwn && line.at.getTime() - before.at.getTime() < breath
