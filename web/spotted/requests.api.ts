import { useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { patchPost, refreshPost } from '#web/posts/posts.api.ts'
import { invalidateSpottedCounts } from './spotted.api.ts'

const requestsKey = (postId: number) => ['spotted', 'getSpottedRequests', postId]

/** Requests to be recognised in a post, as far as the viewer may see them. A count links here, so it is never stale. */
export const spottedRequestsQuery = (postId: number, declined: 0 | 1 = 0) =>
  cursorQuery(
    [...requestsKey(postId), declined],
    'getSpottedRequests',
    { post_id: postId, limit: 30, ...(declined === 1 && { declined }) },
    { staleTime: 0 },
  )

/** The viewer's requests without an answer: those on their posts, or those they made. */
export const ownSpottedQuery = (list: 'received' | 'sent') =>
  cursorQuery(['spotted', 'getOwnSpotted', list], 'getOwnSpotted', { list, limit: 20 }, { staleTime: 0 })

/** Answers a request about a post, or takes the answer back. It is busy until the lists show the answer. */
export const useUpdateSpottedRequestStatus = (postId: number) =>
  useMutation({
    mutationFn: (input: Pick<Input<'updateSpottedRequestStatus'>, 'request_id' | 'status'>) =>
      call('updateSpottedRequestStatus', input),
    onSuccess: ({ spotted_count }) => {
      patchPost(postId, { spotted_count })
      void refreshPost(postId)
      return invalidateSpottedCounts()
    },
    // The request may have been withdrawn meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: ['spotted'] }),
  })
