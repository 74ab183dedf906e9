/** Only the author deletes a story. */
export const canDeleteStory = (viewerId: number, story: { author_id: number }): boolean => story.author_id === viewerId

/** Where somebody goes on who opens these stories: at the first not seen, or from the beginning when all are. */
export const nextStoryIndex = (stories: readonly { is_seen: boolean }[]): number =>
  Math.max(
    0,
    stories.findIndex(({ is_seen }) => !is_seen),
  )

/** How the people with stories stand in their row: oneself, then who has something unseen, then the others; in each the newest story first. */
export type StorytellerCursor = { rank: 0 | 1 | 2; newest: number }

/** Before the first page: greater than everybody. */
export const firstPageCursor = { rank: 2, newest: Number.MAX_SAFE_INTEGER } as const satisfies StorytellerCursor

export const writeCursor = ({ rank, newest }: StorytellerCursor): string =>
  Buffer.from(`${rank}:${newest}`).toString('base64url')

/** @returns null when it is not one of ours. */
export function readCursor(cursor: string): StorytellerCursor | null {
  const [, rank, newest] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^([012]):(\d{1,16})$/) ?? []
  if (rank === undefined || !Number.isSafeInteger(Number(newest))) return null
  return { rank: Number(rank) as StorytellerCursor['rank'], newest: Number(newest) }
}
