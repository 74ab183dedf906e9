import { useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import { call } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { removeGatheredPosts } from '#web/posts/posts.api.ts'
import { showToast } from '#web/ui/toast.ts'
import { invalidateAllButFeed } from './moderation.api.ts'

export type MuteTarget = Pick<Input<'mute'>, 'target_type' | 'target_id'>

/** Mutes a person or place, or ends the mute. */
export const useMute = () =>
  useMutation({
    mutationFn: ({ on, target }: { on: boolean; target: MuteTarget }) => call(on ? 'mute' : 'unmute', target),
    onSuccess: ({ message }, { on, target: { target_type, target_id } }) => {
      if (on) removeGatheredPosts((post) => (target_type === 'user' ? post.user_id : post.location_id) === target_id)
      void invalidateAllButFeed()
      showToast(message)
    },
    onError: (error) => showToast(errorMessage(error), 'danger'),
  })

export const mutedQuery = () => cursorQuery(['moderation', 'getMuted'], 'getMuted', { limit: 30 }, { staleTime: 0 })
