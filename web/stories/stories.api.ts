import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { Story } from '#contract/stories.ts'
import { call } from '#web/platform/api.ts'
import { isGone } from '#web/platform/api-errors.ts'
import { changeData } from '#web/platform/change-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { expectedCount, createToggle, type ToggleState } from '#web/platform/toggle.ts'
import { showToast } from '#web/ui/toast.ts'
import { peopleQuery } from '#web/users/users.api.ts'
import { setRing } from './rings.api.ts'
import { followedStoriesQuery } from './row/followed-stories.api.ts'

export const userStoriesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['stories', 'getUserStories', userId],
    queryFn: ({ signal }) => call('getUserStories', { user_id: userId }, signal),
  })

/** Changes what is known of somebody's stories, and their ring with it. */
function changeStories(userId: number, change: (stories: Story[]) => Story[]) {
  const { queryKey } = userStoriesQuery(userId)
  changeData<Output<'getUserStories'>>({ queryKey, exact: true }, (data) => ({
    ...data,
    stories: change(data.stories),
  }))
  const stories = queryClient.getQueryData(queryKey)?.stories
  if (stories)
    setRing(userId, stories.length === 0 ? null : stories.some(({ is_seen }) => !is_seen) ? 'unseen' : 'seen')
}

const dropStory = ({ id, user_id }: Pick<Story, 'id' | 'user_id'>) =>
  changeStories(user_id, (stories) => stories.filter((story) => story.id !== id))

/** Seen on the screen is seen; if the server does not learn of it, it is new again another day. */
export function markStoryViewed({ id, user_id, is_seen }: Story) {
  if (is_seen) return
  changeStories(user_id, (stories) => stories.map((story) => (story.id === id ? { ...story, is_seen: true } : story)))
  call('markStoryViewed', { story_id: id }).catch(() => undefined)
}

/** How often likes are counted while a story is open (spec section 9). */
const likesRefresh = 3000

const likesKey = (storyId: number) => ['stories', 'getStoryLikes', storyId]

/** How many like it, kept fresh; a story that is gone meanwhile leaves the viewer. */
export const storyLikesQuery = (story: Story) =>
  queryOptions({
    queryKey: likesKey(story.id),
    queryFn: async ({ signal }): Promise<ToggleState> => {
      try {
        const { total_likes, user_liked } = await call('getStoryLikes', { story_id: story.id }, signal)
        const known = queryClient.getQueryData<ToggleState>(likesKey(story.id))
        if (known && known.count !== total_likes)
          void queryClient.invalidateQueries({ queryKey: likesListKey(story.id) })
        return { on: user_liked, count: total_likes }
      } catch (error) {
        if (isGone(error)) dropStory(story)
        throw error
      }
    },
    placeholderData: { on: story.user_liked, count: story.likes_count },
    staleTime: 0,
    refetchInterval: likesRefresh,
    retry: false,
  })

const toggleLike = createToggle<number, ToggleState>({
  send: async (storyId, on) => {
    const { user_liked, total_likes } = await call('likeStory', { story_id: storyId, action: on ? 'like' : 'remove' })
    return { on: user_liked, count: total_likes }
  },
  expect: expectedCount,
  show: (storyId, state) => {
    // A count that was asked for before says what was before.
    void queryClient.cancelQueries({ queryKey: likesKey(storyId) }, { revert: false, silent: true })
    queryClient.setQueryData<ToggleState>(likesKey(storyId), state)
  },
  settled: (storyId) => void queryClient.invalidateQueries({ queryKey: likesListKey(storyId) }),
})

/** Gives what a press on the heart of a story does. */
export const likeStory = (storyId: number, shown: ToggleState) => () => toggleLike(storyId, shown)

const likesListKey = (storyId: number) => ['stories', 'getStoryLikesList', storyId]

export const storyLikesListQuery = (storyId: number) =>
  peopleQuery(likesListKey(storyId), async (page, signal) => {
    const { likes, next_cursor } = await call('getStoryLikesList', { story_id: storyId, ...page }, signal)
    return { people: likes, next_cursor }
  })

export const useDeleteStory = () =>
  useMutation({
    mutationFn: ({ id }: Story) => call('deleteStory', { story_id: id }),
    onSuccess: ({ message }, story) => {
      dropStory(story)
      showToast(message)
    },
  })

export const useCreateStory = () =>
  useMutation({
    mutationFn: (input: Input<'createStory'>) => call('createStory', input),
    onSuccess: ({ story }) => {
      setRing(story.user_id, 'unseen')
      void queryClient.invalidateQueries({ queryKey: userStoriesQuery(story.user_id).queryKey })
      void queryClient.invalidateQueries({ queryKey: followedStoriesQuery().queryKey })
    },
  })
