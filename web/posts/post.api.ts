import { type InfiniteData, queryOptions } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { call } from '#web/platform/api.ts'
import { preloadedFirstPage, staleTimeAfterPreload } from '#web/platform/preloaded-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { holdsPosts, holdsPostsFilter } from './posts.api.ts'

/** A post is kept as a list of one, so that changes of posts reach it too. Empty: it has been removed. */
type OnePost = InfiniteData<{ posts: Post[] }>

/** Returns the newest copy of a post in the cached lists, and its age. */
function findCachedPost(postId: number) {
  let newest: { data: OnePost; updatedAt: number } | undefined
  for (const { state } of queryClient.getQueryCache().findAll(holdsPostsFilter)) {
    const pages = (state.data as OnePost | undefined)?.pages ?? []
    const post = pages.flatMap(({ posts }) => posts).find(({ id }) => id === postId)
    if (post && state.dataUpdatedAt > (newest?.updatedAt ?? 0))
      newest = { data: { pages: [{ posts: [post] }], pageParams: [''] }, updatedAt: state.dataUpdatedAt }
  }
  return newest
}

/** A post, at first as a list has shown it. */
export function postQuery(postId: number) {
  const input = { post_id: postId }
  const preloaded = preloadedFirstPage('getPost', input, ({ post }) => ({ posts: [post] }))
  return queryOptions({
    queryKey: ['posts', 'getPost', postId],
    queryFn: async ({ signal }): Promise<OnePost> => {
      const { post } = await call('getPost', input, signal)
      return { pages: [{ posts: [post] }], pageParams: [''] }
    },
    initialData: (): OnePost | undefined => preloaded.initialData() ?? findCachedPost(postId)?.data,
    initialDataUpdatedAt: () => findCachedPost(postId)?.updatedAt,
    staleTime: staleTimeAfterPreload,
    meta: holdsPosts,
  })
}
