import type { postsCalls } from '#contract/posts.ts'
import type { Database } from '#server/database/connect.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import type { Handlers } from '#server/platform/http.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import { viewPeople } from '#server/users/users.views.ts'
import { createPost, deletePost, createLikePost } from './posts.actions.ts'
import { findLikes, findPost, findPosts, anonymousViewerId } from './posts.queries.ts'
import { postsText } from './posts.text.ts'
import { viewPost } from './posts.views.ts'

type PostsContext = { db: Database; pictures: PictureStore; jobs: JobQueue }
export function postsRoutes({ db, pictures, jobs }: PostsContext): Pick<Handlers, keyof typeof postsCalls> {
  const likePost = createLikePost(db, jobs)
  return {
    async createSpot({ text, location_id, privacy, image }, { viewer }) {
      const id = await createPost(db, pictures, jobs, viewer.id, {
        text,
        placeId: location_id,
        followersOnly: privacy === 'followers',
        image: image || null,
      })
      const [post] = await findPosts(db, viewer.id, [id])
      if (!post) throw notFound()
      return { success: true, post: viewPost(post) }
    },

    async deletePost({ post_id }, { viewer }) {
      await deletePost(db, pictures, viewer.id, post_id)
      return { success: true, message: postsText.deleted }
    },

    async likePost({ post_id }, { viewer }) {
      const state = await likePost({ viewerId: viewer.id, postId: post_id })
      return { success: true, message: state.user_liked ? postsText.likeAdded : postsText.likeRemoved, ...state }
    },

    async getLikes({ post_id, ...request }, { viewer }) {
      const viewerId = viewer?.id ?? anonymousViewerId
      if (!(await findPost(db, viewerId, post_id))) throw notFound()
      const { people, next_cursor } = viewPeople(
        await findLikes(db, viewerId, post_id, ...readPage(request)),
        request.limit,
      )
      return { success: true, likes: people, next_cursor }
    },
  }
}
