import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import type { Story } from '#contract/stories.ts'
import { call } from '#web/platform/api.ts'
import { isGone } from '#web/platform/api-errors.ts'
import { changeData } from '#web/platform/change-data.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { createToggle, expectedCount, type ToggleState } from '#web/platform/toggle.ts'
import { showToast } from '#web/ui/toast.ts'
import { peopleListOptions, peoplePageSize } from '#web/users/users.api.ts'
import { setRing, toRing } from './rings.api.ts'
import { followedStoriesQuery } from './row/followed-stories.api.ts'

/** How often the likes of the open story are fetched (docs/product.md). */
const likesRefreshMs = 3000

export const userStoriesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['stories', 'getUserStories', userId],
    queryFn: ({ signal }) => call('getUserStories', { user_id: userId }, signal),
  })

/** Changes the cached stories of a user, and their ring accordingly. */
function changeStories(userId: number, change: (stories: Story[]) => Story[]) {
  const { queryKey } = userStoriesQuery(userId)
  changeData<Output<'getUserStories'>>({ queryKey, exact: true }, (data) => ({
    ...data,
    stories: change(data.stories),
  }))
  const stories = queryClient.getQueryData(queryKey)?.stories
  if (!stories) return
  const hasUnread = stories.length === 0 ? undefined : stories.some(({ is_seen }) => !is_seen)
  setRing(userId, toRing(hasUnread))
}

const removeStory = ({ id, user_id }: Pick<Story, 'id' | 'user_id'>) =>
  changeStories(user_id, (stories) => stories.filter((story) => story.id !== id))

/** Marks a story as seen. If the call fails, the story is unseen again after the next fetch. */
export function markStoryViewed({ id, user_id, is_seen }: Story) {
  if (is_seen) return
  changeStories(user_id, (stories) => stories.map((story) => (story.id === id ? { ...story, is_seen: true } : story)))
  call('markStoryViewed', { story_id: id }).catch(() => undefined)
}

const likesKey = (storyId: number) => ['stories', 'getStoryLikes', storyId]
const likesListKey = (storyId: number) => ['stories', 'getStoryLikesList', storyId]

/** The like count of a story, kept current while it is open. A story deleted meanwhile disappears from the viewer. */
export const storyLikesQuery = (story: Story) =>
  queryOptions({
    queryKey: likesKey(story.id),
    queryFn: async ({ signal }): Promise<ToggleState> => {
      try {
        const { total_likes, user_liked } = await call('getStoryLikes', { story_id: story.id }, signal)
        const cached = queryClient.getQueryData<ToggleState>(likesKey(story.id))
        if (cached && cached.count !== total_likes)
          void queryClient.invalidateQueries({ queryKey: likesListKey(story.id) })
        return { on: user_liked, count: total_likes }
      } catch (error) {
        if (isGone(error)) removeStory(story)
        throw error
      }
    },
    placeholderData: { on: story.user_liked, count: story.likes_count },
    staleTime: 0,
    refetchInterval: likesRefreshMs,
    retry: false,
  })

const toggleLike = createToggle<number, ToggleState>({
  send: async (storyId, on) => {
    const { user_liked, total_likes } = await call('likeStory', { story_id: storyId, action: on ? 'like' : 'remove' })
    return { on: user_liked, count: total_likes }
  },
  expect: expectedCount,
  show: (storyId, state) => {
    // A count that was requested before has an older value.
    void queryClient.cancelQueries({ queryKey: likesKey(storyId) }, { revert: false, silent: true })
    queryClient.setQueryData<ToggleState>(likesKey(storyId), state)
  },
  onSettled: (storyId) => void queryClient.invalidateQueries({ queryKey: likesListKey(storyId) }),
})

/** Returns the click handler of a story's heart. */
export const likeStory = (storyId: number, shown: ToggleState) => () => toggleLike(storyId, shown)

/** The users who like a story. */
export const storyLikesListQuery = (storyId: number) =>
  cursorQuery(
    likesListKey(storyId),
    'getStoryLikesList',
    { story_id: storyId, limit: peoplePageSize },
    { ...peopleListOptions, toPage: ({ likes, next_cursor }) => ({ people: likes, next_cursor }) },
  )

/** The people who have seen one of the viewer's own stories, and their number. */
export const storyViewsQuery = (storyId: number) =>
  cursorQuery(
    ['stories', 'getStoryViews', storyId],
    'getStoryViews',
    { story_id: storyId, limit: peoplePageSize },
    {
      ...peopleListOptions,
      toPage: ({ viewers, views_count, next_cursor }) => ({ people: viewers, views_count, next_cursor }),
    },
  )

export const useDeleteStory = () =>
  useMutation({
    mutationFn: ({ id }: Story) => call('deleteStory', { story_id: id }),
    onSuccess: ({ message }, story) => {
      removeStory(story)
      showToast(message)
    },
  })

/** Shows a story that the viewer has published. */
export function addStory({ user_id }: Story) {
  setRing(user_id, 'unseen')
  void queryClient.invalidateQueries({ queryKey: userStoriesQuery(user_id).queryKey })
  void queryClient.invalidateQueries({ queryKey: followedStoriesQuery().queryKey })
}
