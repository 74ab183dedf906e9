import { useSyncExternalStore } from 'react'
import { chatText } from '#web/chat/chat.text.ts'

/** The day in which somebody here lives through a moment. */
const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate())

/** "Oggi", "Ieri", "martedì 3 giugno". */
function dayName(day: Date) {
  const today = startOfDay(new Date())
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

/** What a day is called; at midnight it is called something else. */
export const useDayName = (day: Date) => useSyncExternalStore(subscribe, () => dayName(day))

/** What was written, by the day of it, in order. */
export function groupByDay<Line extends { at: Date }>(lines: Line[]) {
  const days: { day: Date; lines: Line[] }[] = []
  for (const line of lines) {
    const day = startOfDay(line.at)
    const last = days.at(-1)
    if (last?.day.getTime() === day.getTime()) last.lines.push(line)
    else days.push({ day, lines: [line] })
  }
  return days
}
