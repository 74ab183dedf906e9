import { useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import type { SpottedStatus } from '#contract/posts.ts'
import type { SpottedRequest } from '#contract/spotted.ts'
import { call } from '#web/platform/api.ts'
import { changePages } from '#web/platform/change-data.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { patchPost } from '#web/posts/posts.api.ts'
import { invalidateSpottedCounts } from './spotted.api.ts'

const requestsKey = (postId: number) => ['spotted', 'getSpottedRequests', postId]

/** Requests to be recognised in a post, as far as the viewer may see them. A count links here, so it is never stale. */
export const spottedRequestsQuery = (postId: number) =>
  cursorQuery(requestsKey(postId), 'getSpottedRequests', { post_id: postId, limit: 30 }, { staleTime: 0 })

const patchRequest = (postId: number, requestId: number, request_status: SpottedStatus) =>
  changePages({ queryKey: requestsKey(postId) }, 'requests', (requests: SpottedRequest[]) =>
    requests.map((request) => (request.request_id === requestId ? { ...request, request_status } : request)),
  )

/** Confirms a request about a post, or withdraws the confirmation. */
export const useUpdateSpottedRequestStatus = (postId: number) =>
  useMutation({
    mutationFn: (input: Pick<Input<'updateSpottedRequestStatus'>, 'request_id' | 'status'>) =>
      call('updateSpottedRequestStatus', input),
    onSuccess: ({ request_status, spotted_count }, { request_id }) => {
      patchRequest(postId, request_id, request_status)
      patchPost(postId, { spotted_count })
      void invalidateSpottedCounts()
    },
    // The request may have been withdrawn meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: requestsKey(postId) }),
  })
