import type { Post } from '#contract/posts.ts'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { createToggle } from '#web/platform/toggle.ts'
import { holdsPosts, patchPost } from './posts.api.ts'

export const bookmarksQuery = () =>
  cursorQuery(['posts', 'getBookmarks'], 'getBookmarks', {}, { meta: holdsPosts, staleTime: 0 })

const toggleBookmark = createToggle<number, { on: boolean }>({
  isCounted: false,
  send: async (post_id, on) => {
    await call(on ? 'bookmarkPost' : 'unbookmarkPost', { post_id })
    return { on }
  },
  expect: (_server, on) => ({ on }),
  show: (postId, { on }) => patchPost(postId, { user_bookmarked: on }),
})

/** Returns the click handler of a post's bookmark. */
export const bookmarkPost = (post: Post) => () => toggleBookmark(post.id, { on: post.user_bookmarked })
