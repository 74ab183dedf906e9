import { type Location, useLocation, useNavigate } from 'react-router'
import { overPage } from '#web/navigation/page-key.ts'

/** Whose stories are shown first, and whose before and after. */
export type StorySequence = { userId: number; queue: readonly number[] }

type OpeningState = { stories: StorySequence }

/** The viewer is an entry of the history over the page below, so Back closes it; the address stays the page's. */
export function useOpenStories() {
  const navigate = useNavigate()
  const location = useLocation()
  return (userId: number, queue: readonly number[] = [userId]) => {
    const state: OpeningState = { stories: { userId, queue } }
    void navigate(
      { pathname: location.pathname, search: location.search, hash: location.hash },
      { state: overPage(location, state) },
    )
  }
}

/** What the entry of the history opens; null for most. The browser gives back the object that was put there. */
export function openStorySequence({ state }: Location): StorySequence | null {
  const isOpening = typeof state === 'object' && state !== null && 'stories' in state
  return isOpening ? (state as OpeningState).stories : null
}
