import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { uiText } from './ui.text.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** One clock for every time on the page; it ticks every half minute while a time is shown. */
let now = Date.now()
const clock = createEmitter(() => {
  now = Date.now()
  const timer = setInterval(() => {
    now = Date.now()
    clock.emit()
  }, minuteMs / 2)
  return () => clearInterval(timer)
})

const dayAndMonth = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short' })
const withYear = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short', year: 'numeric' })
const inFull = new Intl.DateTimeFormat('it', { dateStyle: 'full', timeStyle: 'short' })

/** The number of the day on this device's calendar. */
const calendarDay = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs

function formatRelative(then: Date, nowMs: number) {
  const passedMs = nowMs - then.getTime()
  if (passedMs < minuteMs) return uiText.now
  if (passedMs < hourMs) return uiText.minutes(Math.floor(passedMs / minuteMs))
  if (passedMs < dayMs) return uiText.hours(Math.floor(passedMs / hourMs))
  const days = calendarDay(new Date(nowMs)) - calendarDay(then)
  if (days <= 1) return uiText.yesterday
  if (days < 7) return uiText.days(days)
  return (then.getFullYear() === new Date(nowMs).getFullYear() ? dayAndMonth : withYear).format(then)
}

type RelativeTimeProps = {
  /** ISO 8601. */
  at: string
  className?: string | undefined
}

export function RelativeTime({ at, className }: RelativeTimeProps) {
  const then = new Date(at)
  // The text is the snapshot, not the clock: in a long list few texts change in half a minute.
  const text = useSyncExternalStore(clock.subscribe, () => formatRelative(then, now))
  return (
    <time className={className} dateTime={at} title={inFull.format(then)}>
      {text}
    </time>
  )
}
