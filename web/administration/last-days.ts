const dayMs = 24 * 60 * 60 * 1000
export const shownDays = 30

/**
 * Returns a figure of each of the last 30 days in UTC, oldest first; 0 for a day without figures, on which no server ran.
 * @param today `2026-11-26`
 */
export function lastDays<Day extends { day: string }>(
  days: readonly Day[],
  today: string,
  figureOf: (day: Day) => number,
): number[] {
  const figures = new Map(days.map((day) => [day.day, figureOf(day)]))
  const end = Date.parse(today)
  return Array.from({ length: shownDays }, (_, index) => {
    const day = new Date(end - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10)
    return figures.get(day) ?? 0
  })
}
