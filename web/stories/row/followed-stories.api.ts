import { cursorQuery } from '#web/platform/cursor-query.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { setRing, toRing } from '#web/stories/rings.api.ts'

/** The viewer and the users they follow, as far as they have stories. Each page also sets their rings. */
export const followedStoriesQuery = () =>
  cursorQuery(
    ['stories', 'getFollowedStories'],
    'getFollowedStories',
    { limit: 20 },
    {
      toPage: (page, isFirst) => {
        for (const { id, has_unread } of page.users) setRing(id, toRing(has_unread))
        const ownId = currentUser()?.id
        // The first page starts with the viewer, unless they have no stories.
        if (ownId !== undefined && isFirst && page.users[0]?.id !== ownId) setRing(ownId, null)
        return page
      },
      staleTime: 60_000,
      retry: false,
    },
  )
