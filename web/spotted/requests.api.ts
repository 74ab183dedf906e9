import { type InfiniteData, infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { SpottedStatus } from '#contract/posts.ts'
import { call } from '#web/platform/api.ts'
import { changeData } from '#web/platform/change-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { patchPost } from '#web/posts/posts.api.ts'
import { invalidateSpottedCounts } from './spotted.api.ts'

const requestsKey = (postId: number) => ['spotted', 'getSpottedRequests', postId]

/** Who recognised themselves in a post, as far as the viewer may know. */
export const spottedRequestsQuery = (postId: number) =>
  infiniteQueryOptions({
    queryKey: requestsKey(postId),
    queryFn: ({ pageParam, signal }) =>
      call('getSpottedRequests', { post_id: postId, limit: 30, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    // A list is opened by its count, and must say the same.
    staleTime: 0,
  })

const patchRequest = (postId: number, requestId: number, request_status: SpottedStatus) =>
  changeData<InfiniteData<Output<'getSpottedRequests'>>>({ queryKey: requestsKey(postId) }, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      requests: page.requests.map((request) =>
        request.request_id === requestId ? { ...request, request_status } : request,
      ),
    })),
  }))

/** Confirms a request about a post, or takes that back. */
export const useUpdateSpottedRequestStatus = (postId: number) =>
  useMutation({
    mutationFn: (input: Pick<Input<'updateSpottedRequestStatus'>, 'request_id' | 'status'>) =>
      call('updateSpottedRequestStatus', input),
    onSuccess: ({ request_status, spotted_count }, { request_id }) => {
      patchRequest(postId, request_id, request_status)
      patchPost(postId, { spotted_count })
      void invalidateSpottedCounts()
    },
    // It may have been withdrawn meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: requestsKey(postId) }),
  })
