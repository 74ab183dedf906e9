import type { postsCalls } from '#contract/posts.ts'
import type { Point } from '#server/platform/geography.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import { anonymousViewerId, noSessionId } from '#server/platform/viewer.ts'
import { viewUserPage } from '#server/users/users.views.ts'
import { bookmarkPost, unbookmarkPost } from './bookmarks.actions.ts'
import { findBookmarks } from './bookmarks.queries.ts'
import { findLikes } from './likes.queries.ts'
import { createPost, deletePost, editPost, likePost, type PublishingContext } from './posts.actions.ts'
import { findPost, findPosts } from './posts.queries.ts'
import { postsText } from './posts.text.ts'
import { viewPost } from './posts.views.ts'

/** `onPublished`: called with the place of a new post before its author gets the reply. */
type PostsContext = PublishingContext & { onPublished: (place: Point) => void }

export function postsRoutes(context: PostsContext): Pick<Handlers, keyof typeof postsCalls> {
  const { db } = context
  return {
    async createSpot(
      { text, location_id, privacy, looks_for_someone, image, image_alt, picture_ids, client_id },
      { viewer, signal },
    ) {
      const id = await createPost(context, {
        authorId: viewer.id,
        text,
        placeId: location_id,
        choices: { followers_only: privacy === 'followers', looks_for_someone: looks_for_someone === 1 },
        image: image || null,
        imageAlt: image_alt,
        pictureIds: picture_ids,
        clientId: client_id ?? null,
        signal,
      })
      const post = await findPosts.first(db, viewer.id, [id])
      if (!post) throw notFound()
      context.onPublished(post)
      return { success: true, post: viewPost(post) }
    },

    async getPost({ post_id }, { viewer }) {
      const post = await findPosts.first(db, viewer?.id ?? anonymousViewerId, [post_id])
      if (!post) throw notFound()
      return { success: true, post: viewPost(post) }
    },

    async editPost({ post_id, text, privacy, looks_for_someone, image_alts }, { viewer }) {
      await editPost(context, {
        viewerId: viewer.id,
        postId: post_id,
        text,
        choices: {
          followers_only: privacy === 'followers',
          looks_for_someone: looks_for_someone === undefined ? undefined : looks_for_someone === 1,
        },
        imageAlts: image_alts ?? null,
        // A token never lets others see more (contract/endpoint.ts).
        mayOpen: viewer.sessionId !== noSessionId,
      })
      const post = await findPosts.first(db, viewer.id, [post_id])
      if (!post) throw notFound()
      return { success: true, message: postsText.edited, post: viewPost(post) }
    },

    async deletePost({ post_id }, { viewer }) {
      await deletePost(context, { viewerId: viewer.id, postId: post_id })
      return { success: true, message: postsText.deleted }
    },

    async likePost({ post_id }, { viewer }) {
      const state = await likePost(context, { viewerId: viewer.id, postId: post_id })
      return { success: true, message: state.user_liked ? postsText.likeAdded : postsText.likeRemoved, ...state }
    },

    async getLikes({ post_id, ...request }, { viewer }) {
      const viewerId = viewer?.id ?? anonymousViewerId
      if (!(await findPost(db, viewerId, post_id))) throw notFound()
      const rows = await findLikes(db, { viewerId, postId: post_id, ...readPage(request) })
      const { users, next_cursor } = viewUserPage(rows, request.limit)
      return { success: true, likes: users, next_cursor }
    },

    async bookmarkPost({ post_id }, { viewer }) {
      await bookmarkPost(context, { viewerId: viewer.id, postId: post_id })
      return { success: true, message: postsText.bookmarked }
    },

    async unbookmarkPost({ post_id }, { viewer }) {
      await unbookmarkPost(context, { viewerId: viewer.id, postId: post_id })
      return { success: true, message: postsText.bookmarkRemoved }
    },

    async getBookmarks(request, { viewer }) {
      const bookmarks = await findBookmarks(db, { viewerId: viewer.id, ...readPage(request) })
      const { page, next_cursor } = cutPage(bookmarks, request.limit, ({ id }) => id)
      const ids = page.map(({ post_id }) => post_id)
      const posts = await findPosts(db, viewer.id, ids)
      posts.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      return { success: true, posts: posts.map(viewPost), next_cursor }
    },
  }
}
