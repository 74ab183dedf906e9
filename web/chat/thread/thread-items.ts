import { useSyncExternalStore } from 'react'
import type { Message } from '#contract/chat.ts'
import { chatText } from '#web/chat/chat.text.ts'
import type { PendingMessage } from '#web/chat/compose/outbox.ts'

/** Midnight of the day, in the time zone of the device. */
const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate())

/** "Oggi", "Ieri", "martedì 3 giugno". */
export function dayName(day: Date, now = new Date()) {
  const today = startOfDay(now)
  if (day.getTime() === today.getTime()) return chatText.today
  const isThisYear = day.getFullYear() === today.getFullYear()
  today.setDate(today.getDate() - 1)
  if (day.getTime() === today.getTime()) return chatText.yesterday
  return isThisYear ? chatText.day(day) : chatText.dayOfYear(day)
}

function subscribe(listener: () => void) {
  const timer = setInterval(listener, 60_000)
  return () => clearInterval(timer)
}

/** The name of a day; it changes at midnight. */
export const useDayName = (day: Date) => useSyncExternalStore(subscribe, () => dayName(day))

/** Groups items by day. They are expected in order of time. */
export function groupByDay<Item extends { at: Date }>(items: Item[]) {
  const days: { day: Date; items: Item[] }[] = []
  for (const item of items) {
    const day = startOfDay(item.at)
    const last = days.at(-1)
    if (last?.day.getTime() === day.getTime()) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

/** A row of the thread. A pending message keeps its key when the server has accepted it. */
export type ThreadItem = { key: string; at: Date; isOwn: boolean } & (
  | { message: Message; pending?: never }
  | { pending: PendingMessage; message?: never }
)

/** Messages of one author that are closer than this form a group. */
const groupingGapMs = 5 * 60_000

const messageItem = (message: Message): ThreadItem => ({
  key: message.client_id ?? String(message.id),
  at: new Date(message.created_at),
  isOwn: message.is_own,
  message,
})

const pendingItem = (pending: PendingMessage): ThreadItem => ({
  key: pending.client_id,
  at: new Date(pending.written_at),
  isOwn: true,
  pending,
})

/** Returns the messages, oldest first, followed by the pending ones. */
export function threadItems(messages: Message[], pending: PendingMessage[]): ThreadItem[] {
  const sentIds = new Set(messages.map(({ client_id }) => client_id))
  return [
    ...messages.toSorted((one, other) => one.number - other.number).map(messageItem),
    ...pending.filter(({ client_id }) => !sentIds.has(client_id)).map(pendingItem),
  ]
}

/** Returns a predicate for messages of the other person with this number or a higher one. */
export const isIncomingFrom =
  (number: number) =>
  ({ message }: ThreadItem) =>
    message !== undefined && !message.is_own && message.number >= number

/** Whether an item belongs to the group of the item before it. */
export const continuesGroup = (item: ThreadItem, previous: ThreadItem | undefined) =>
  previous !== undefined && previous.isOwn === item.isOwn && item.at.getTime() - previous.at.getTime() < groupingGapMs

/** Returns the message with the highest number. */
export const latestMessage = (messages: Message[]): Message | undefined =>
  messages.reduce<Message | undefined>(
    (latest, message) => (latest && latest.number > message.number ? latest : message),
    undefined,
  )
