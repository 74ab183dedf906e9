import { type Location, useLocation, useNavigate } from 'react-router'
import { overPage } from '#web/navigation/page-key.ts'

/** The user whose stories are shown first, and the users in order. */
export type StorySequence = { userId: number; queue: readonly number[] }

type SequenceState = { stories: StorySequence }

/** Opens the viewer as a history entry over the current page: Back closes it, and the URL stays. */
export function useOpenStories() {
  const navigate = useNavigate()
  const location = useLocation()
  return (userId: number, queue: readonly number[] = [userId]) => {
    const state: SequenceState = { stories: { userId, queue } }
    void navigate(
      { pathname: location.pathname, search: location.search, hash: location.hash },
      { state: overPage(location, state) },
    )
  }
}

/** Returns the stories that a history entry opens, or null. */
export function openStorySequence({ state }: Location): StorySequence | null {
  const hasStories = typeof state === 'object' && state !== null && 'stories' in state
  return hasStories ? (state as SequenceState).stories : null
}
