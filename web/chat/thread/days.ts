import { useSyncExternalStore } from 'react'
import { chatText } from '#web/chat/chat.text.ts'

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
