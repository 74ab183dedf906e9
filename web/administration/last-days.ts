const dayMs = 24 * 60 * 60 * 1000
export const shownDays = 30

/**
 * Returns a figure of each of the last 30 days in UTC, oldest first; 0 for a day without figures, on which no server ran.
 * @param days of which the last one is today; there is none in the first minute of a server.
 */
export function lastDays<Day extends { day: string }>(
  days: readonly Day[],
  figureOf: (day: Day) => number,
): { first: string | null; values: number[] } {
  const today = days.at(-1)?.day
  if (today === undefined) return { first: null, values: Array.from({ length: shownDays }, () => 0) }
  const figures = new Map(days.map((day) => [day.day, figureOf(day)]))
  const dayBefore = (count: number) => new Date(Date.parse(today) - count * dayMs).toISOString().slice(0, 10)
  const shown = Array.from({ length: shownDays }, (_, index) => dayBefore(shownDays - 1 - index))
  return { first: shown[0] ?? null, values: shown.map((day) => figures.get(day) ?? 0) }
}
