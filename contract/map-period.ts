// Without zod: the page offers these periods before it validates anything.

/** How far back the map counts posts: the last 24 hours, 7 days or 30 days. */
export const mapPeriods = ['day', 'week', 'month'] as const
export type MapPeriod = (typeof mapPeriods)[number]
