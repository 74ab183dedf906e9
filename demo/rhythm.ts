import type { Chance } from './chance.ts'

const hourInMs = 3_600_000
const days = 30
const lively = 40

const roman = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', hourCycle: 'h23' })

export const romanHour = (at: Date): number => Number(roman.format(at))

/** How likely people post at each hour of the day: coffee, lunch, and above all the evening. */
const rhythm = [
  0.12, 0.05, 0.03, 0.02, 0.03, 0.08, 0.25, 0.55, 0.75, 0.6, 0.5, 0.55, 0.75, 0.8, 0.6, 0.5, 0.55, 0.7, 0.9, 1, 0.95,
  0.9, 0.75, 0.4,
]

/** Moments of the last month, oldest first; the last hours are well filled, whatever the hour. */
export function planTimes(count: number, now: Date, chance: Chance): Date[] {
  const recent = Array.from(
    { length: lively },
    (_, index) => now.getTime() - (4 + index * 9 + chance.between(0, 8)) * 60_000,
  )
  const earlier = Array.from({ length: count - lively }, () => timeByRhythm(now, chance))
  return [...earlier, ...recent].toSorted((a, b) => a - b).map((time) => new Date(Math.floor(time)))
}

function timeByRhythm(now: Date, chance: Chance): number {
  for (;;) {
    const time = now.getTime() - hourInMs * (6 + chance.next() ** 1.35 * (days * 24 - 7))
    if (chance.maybe(rhythm[romanHour(new Date(time))] ?? 0)) return time
  }
}
