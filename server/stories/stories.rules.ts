/** Only the author may delete a story. */
export const canDeleteStory = (viewerId: number, story: { author_id: number }): boolean => story.author_id === viewerId

/** Returns the index at which a viewer continues: the first unseen story, or the first one if they have seen all. */
export const nextStoryIndex = (stories: readonly { is_seen: boolean }[]): number =>
  Math.max(
    0,
    stories.findIndex(({ is_seen }) => !is_seen),
  )

/**
 * Order of people with stories, descending: the viewer (2), people with unseen stories (1), others (0); then by newest
 * story.
 */
export type StorytellerCursor = { rank: 0 | 1 | 2; newest: number }

/** Greater than every position. */
export const firstPageCursor = { rank: 2, newest: Number.MAX_SAFE_INTEGER } as const satisfies StorytellerCursor

export const writeCursor = ({ rank, newest }: StorytellerCursor): string => `${rank}:${newest}`

/** @returns null if the cursor is invalid. */
export function readCursor(cursor: string): StorytellerCursor | null {
  const [, rank, newest] = cursor.match(/^([012]):(\d{1,16})$/) ?? []
  if (rank === undefined || !Number.isSafeInteger(Number(newest))) return null
  return { rank: Number(rank) as StorytellerCursor['rank'], newest: Number(newest) }
}
