import { useSyncExternalStore } from 'react'
import { uiText } from './ui.text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** One clock for every time on the page; it moves in half minutes. */
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, minute / 2)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

const dayAndMonth = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short' })
const withYear = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short', year: 'numeric' })
const inFull = new Intl.DateTimeFormat('it', { dateStyle: 'full', timeStyle: 'short' })

function wordsFor(then: Date, today: number) {
  const passed = today - then.getTime()
  if (passed < minute) return uiText.now
  if (passed < hour) return uiText.minutes(Math.floor(passed / minute))
  if (passed < day) return uiText.hours(Math.floor(passed / hour))
  if (passed < 2 * day) return uiText.yesterday
  if (passed < 7 * day) return uiText.days(Math.floor(passed / day))
  return (then.getFullYear() === new Date(today).getFullYear() ? dayAndMonth : withYear).format(then)
}

type RelativeTimeProps = {
  /** ISO 8601. */
  at: string
  className?: string | undefined
}

export function RelativeTime({ at, className }: RelativeTimeProps) {
  const then = new Date(at)
  // The words, and not the clock: of a long list few change in half a minute.
  const words = useSyncExternalStore(subscribe, () => wordsFor(then, now))
  return (
    <time className={className} dateTime={at} title={inFull.format(then)}>
      {words}
    </time>
  )
}
