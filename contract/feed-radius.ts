// Without zod: the page uses this before it validates anything.

/** Kilometres around the given position; null is everywhere. */
export type CircleKm = 1 | 5 | 25 | 100 | null

/** The values that a reader can choose as the radius of the feed. `auto`: 5 km, then 25, then 100, then everywhere. */
export const feedRadii = ['auto', '1', '5', '25', '100', 'everywhere'] as const
export type FeedRadius = (typeof feedRadii)[number]

/** The circles of each radius, in the order in which the feed shows them. Each leaves out the posts of those before. */
export const circlesOfRadius: Record<FeedRadius, readonly CircleKm[]> = {
  auto: [5, 25, 100, null],
  '1': [1],
  '5': [5],
  '25': [25],
  '100': [100],
  everywhere: [null],
}
