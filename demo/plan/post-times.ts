import type { Random } from '#demo/random.ts'

const hourMs = 3_600_000
const spanDays = 30
const recentCount = 40

const romeHourFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', hourCycle: 'h23' })

export const hourInRome = (at: Date): number => Number(romeHourFormat.format(at))

/** How likely people post at each hour of the day: most in the evening. */
const hourlyLikelihood = [
  0.12, 0.05, 0.03, 0.02, 0.03, 0.08, 0.25, 0.55, 0.75, 0.6, 0.5, 0.55, 0.75, 0.8, 0.6, 0.5, 0.55, 0.7, 0.9, 1, 0.95,
  0.9, 0.75, 0.4,
]

/** Plans times of posts in the last month, oldest first, with many in the last hours, whatever the time of day. */
export function planTimes(count: number, now: Date, random: Random): Date[] {
  const recent = Array.from(
    { length: recentCount },
    (_, index) => now.getTime() - (4 + index * 9 + random.between(0, 8)) * 60_000,
  )
  const earlier = Array.from({ length: count - recentCount }, () => pickEarlierTime(now, random))
  return [...earlier, ...recent].toSorted((a, b) => a - b).map((time) => new Date(Math.floor(time)))
}

function pickEarlierTime(now: Date, random: Random): number {
  for (;;) {
    const time = now.getTime() - hourMs * (6 + random.next() ** 1.35 * (spanDays * 24 - 7))
    if (random.maybe(hourlyLikelihood[hourInRome(new Date(time))] ?? 0)) return time
  }
}
